(() => {
  "use strict";
  const root = document.getElementById("live-map");
  const data = JSON.parse(document.getElementById("live-data").textContent);
  const canvas = root.querySelector("canvas"), pen = canvas.getContext("2d");
  const list = root.querySelector(".live-list"), tip = root.querySelector(".tip");
  const nodes = data.nodes, both = data.networks.length;
  let show = 0, lit = null, scale = 1, left = 0, top = 0, least = 1, waiting = false, paper = null;
  data.networks.forEach((network, at) => network.routes.forEach(route => { route.on = true; route.of = at; }));
  data.fixed.forEach(route => { route.on = true; route.of = -1; });

  // The course of the street between two nodes, from the smaller index to the larger.
  const courses = new Map();
  const course = (a, b) => {
    const key = a + "-" + b;
    if (!courses.has(key)) {
      const steps = data.courses[key], points = [];
      if (steps) {
        let x = 0, y = 0;
        for (let i = 0; i < steps.length; i += 2) points.push([x += steps[i], y += steps[i + 1]]);
      } else points.push(nodes[a], nodes[b]);
      courses.set(key, points);
    }
    return courses.get(key);
  };
  const pairs = route => {
    if (!route.pairs) {
      const path = route.path || route.stops;
      route.pairs = path.slice(1).map((b, i) => [path[i], b]).filter(([a, b]) => a !== b);
    }
    return route.pairs;
  };
  const key = ([a, b]) => a < b ? a + "-" + b : b + "-" + a;
  const screen = point => [(point[0] - left) * scale, (point[1] - top) * scale];

  // A parallel line: every point moves along the mean normal of its neighbours.
  const beside = (points, offset) => !offset ? points : points.map((point, i) => {
    const a = points[Math.max(i - 1, 0)], b = points[Math.min(i + 1, points.length - 1)];
    const x = b[0] - a[0], y = b[1] - a[1], length = Math.hypot(x, y) || 1;
    return [point[0] - y / length * offset, point[1] + x / length * offset];
  });

  const shown = () => data.networks.flatMap((network, at) =>
    show === both || show === at ? network.routes.filter(route => route.on) : []);
  // Small cities have room for wider lines and larger stops.
  const roomy = nodes.length <= 60 ? 1 : nodes.length <= 300 ? 0.4 : 0;
  const grown = () => Math.log2(Math.max(scale / least, 1));
  const most = Math.max(...data.networks.map(network => network.routes.length));
  const thin = Math.sqrt(Math.max(1, most / 40));
  const width = () => Math.min(6.5, (2.4 + 2 * roomy) / thin + grown() * 0.6);
  // Routes that run more often are wider, where that is known.
  const wide = route => width() * (route.wide || 1);
  // Routes stay near their street, however many share it.
  const bundle = () => Math.min(40, 26 / thin / thin + grown() * 5);

  // The line of each route on the screen, side by side where several share a street.
  const layOut = routes => {
    const lanes = new Map();
    routes.forEach(route => pairs(route).forEach(pair => {
      const name = key(pair), on = lanes.get(name) || lanes.set(name, []).get(name);
      if (!on.includes(route)) on.push(route);
    }));
    routes.forEach(route => {
      route.line = pairs(route).flatMap(([a, b]) => {
        const on = lanes.get(key([a, b])), at = on.indexOf(route);
        const room = rows => rows.reduce((sum, row) => sum + wide(row) + 0.6, 0), all = room(on);
        const middle = room(on.slice(0, at)) + (wide(route) + 0.6) / 2 - all / 2;
        const offset = middle * Math.min(1, bundle() / all);
        const points = beside(course(Math.min(a, b), Math.max(a, b)).map(screen), offset);
        return a < b ? points : points.slice().reverse();
      });
    });
  };
  // The map on paper has a size of its own, whatever the window.
  const extent = () => paper ? [700, 460] : [canvas.clientWidth, canvas.clientHeight];
  const trace = points => {
    pen.beginPath();
    points.forEach((point, i) => i ? pen.lineTo(point[0], point[1]) : pen.moveTo(point[0], point[1]));
  };

  const draw = () => {
    waiting = false;
    const ratio = paper ? 3 : window.devicePixelRatio || 1, [w, h] = extent();
    if (canvas.width !== Math.round(w * ratio)) canvas.width = Math.round(w * ratio);
    if (canvas.height !== Math.round(h * ratio)) canvas.height = Math.round(h * ratio);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, w, h);
    pen.lineJoin = pen.lineCap = "round";
    pen.strokeStyle = "#dcd9d1";
    pen.lineWidth = 1.2;
    data.streets.forEach(([a, b]) => { trace(course(a, b).map(screen)); pen.stroke(); });
    data.fixed.filter(route => route.on).forEach(route => {
      route.line = pairs(route).flatMap(pair => pair.map(node => screen(nodes[node])));
      pen.strokeStyle = route.colour; pen.lineWidth = 7; trace(route.line); pen.stroke();
      pen.strokeStyle = "#fff"; pen.lineWidth = 2; trace(route.line); pen.stroke();
    });
    const routes = shown();
    layOut(routes);
    routes.slice().sort((a, b) => (b.of - a.of) || ((a === lit) - (b === lit))).forEach(route => {
      const old = show === both && route.of > 0, dim = lit && lit !== route;
      pen.globalAlpha = dim ? 0.18 : 1;
      pen.lineWidth = wide(route) * (route === lit ? 1.7 : 1);
      pen.strokeStyle = old ? "#b9b5ab" : route.dashes.length ? route.pale : route.colour;
      trace(route.line); pen.stroke();
      if (route.dashes.length && !old) {
        pen.setLineDash(route.dashes.map(dash => dash * pen.lineWidth)); pen.lineCap = "butt";
        pen.strokeStyle = route.colour; pen.stroke();
        pen.setLineDash([]); pen.lineCap = "round";
      }
    });
    pen.globalAlpha = 1;
    stops(routes.concat(data.fixed.filter(route => route.on)), w, h);
  };

  const stops = (routes, w, h) => {
    const served = new Map();
    routes.forEach(route => route.stops.forEach((stop, i) => {
      if (lit && lit !== route) return;
      const end = i === 0 || i === route.stops.length - 1;
      served.set(stop, (served.get(stop) || 0) + (end ? 1000 : 1));
    }));
    const size = Math.min(5.5, 1.4 + 3 * roomy + grown() * 0.8);
    const inside = ([x, y]) => x > -20 && y > -20 && x < w + 20 && y < h + 20;
    nodes.forEach((node, at) => {
      const place = screen(node), count = served.get(at);
      if (!inside(place)) return;
      pen.beginPath();
      pen.arc(place[0], place[1], count ? size + (count >= 1000 ? 1.4 : 0) : size * 0.6, 0, 7);
      pen.fillStyle = !count ? "#b4b2ac" : count >= 1000 ? "#24282f" : "#fff"; pen.fill();
      if (count) { pen.strokeStyle = "#24282f"; pen.lineWidth = 1; pen.stroke(); }
    });
    const visible = [...served.keys()].filter(at => inside(screen(nodes[at])));
    if (visible.length > 70) return;
    pen.font = "12px system-ui, sans-serif";
    pen.strokeStyle = "#fbfaf7"; pen.fillStyle = "#24282f";
    // Names of important stops first; each at the first free place around its stop, or not at all.
    const taken = controls(), places = (x, y, length) => [[x + 7, y - 6], [x + 7, y + 15], [x - 7 - length, y - 6], [x - 7 - length, y + 15]];
    const free = ([x, y], length) => x >= 2 && x + length <= w - 2 && y >= 12 && y <= h - 4 &&
      taken.every(([left, base, wide, high = 13]) => x > left + wide || x + length < left || y - 13 > base || y < base - high);
    visible.sort((a, b) => served.get(b) - served.get(a) || a - b).forEach(at => {
      const [x, y] = screen(nodes[at]), text = String(nodes[at][2]), length = pen.measureText(text).width;
      const spot = places(x, y, length).find(place => free(place, length));
      if (!spot) return;
      taken.push([spot[0], spot[1], length]);
      pen.lineWidth = 3; pen.strokeText(text, spot[0], spot[1]); pen.fillText(text, spot[0], spot[1]);
    });
  };
  // Names keep clear of the buttons on the map: left, base line, width and height of what they cover.
  const controls = () => paper ? [] : [...root.querySelectorAll(".switch, .zoom")].map(box =>
    [box.offsetLeft - 4, box.offsetTop + box.offsetHeight + 4, box.offsetWidth + 8, box.offsetHeight + 8]);
  const redraw = () => { if (!waiting) { waiting = true; requestAnimationFrame(draw); } };

  const fit = () => {
    const [w, h] = extent(), edge = 34, above = (both > 1 || w < 460) && !paper ? 34 : 0;
    const [width, height] = data.size.map(extent => Math.max(extent, 1));
    scale = least = Math.max(Math.min((w - 2 * edge) / width, (h - 2 * edge - above) / height), 1e-9);
    left = width / 2 - w / 2 / scale;
    top = height / 2 - (h + above) / 2 / scale;
    redraw();
  };
  const zoom = (factor, x, y) => {
    const next = Math.min(Math.max(scale * factor, least * 0.5), least * 60);
    left += x / scale - x / next; top += y / scale - y / next; scale = next;
    redraw();
  };

  // The stop under the pointer, or else the route.
  const under = (x, y) => {
    let best = null, near = 9;
    nodes.forEach((node, at) => {
      const [a, b] = screen(node), away = Math.hypot(a - x, b - y);
      if (away < near) { near = away; best = { stop: at }; }
    });
    if (best) return best;
    near = 7;
    shown().concat(data.fixed.filter(route => route.on)).forEach(route => {
      for (let i = 1; i < (route.line || []).length; i++) {
        const [a, b] = [route.line[i - 1], route.line[i]], dx = b[0] - a[0], dy = b[1] - a[1];
        const t = Math.min(1, Math.max(0, ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy || 1)));
        const away = Math.hypot(x - a[0] - t * dx, y - a[1] - t * dy);
        if (away < near) { near = away; best = { route }; }
      }
    });
    return best;
  };
  const often = route => route.headway ? `every ${route.headway} min, ${route.vehicles} vehicle${route.vehicles === 1 ? "" : "s"}` : "";
  const say = (found, x, y) => {
    tip.hidden = !found;
    if (!found) return;
    if (found.route) tip.textContent = [`${found.route.name} ${found.route.between}: ${found.route.stops.length} stops`, `${found.route.minutes} min`, often(found.route)].filter(part => part).join(", ");
    else {
      const names = shown().concat(data.fixed).filter(route => route.on && route.stops.includes(found.stop)).map(route => route.name);
      tip.textContent = `${nodes[found.stop][2]}: ${names.length ? names.slice(0, 12).join(", ") + (names.length > 12 ? " …" : "") : "not served"}`;
    }
    tip.style.left = Math.min(x + 12, canvas.clientWidth - tip.offsetWidth - 6) + "px";
    tip.style.top = Math.max(y - 34, 4) + "px";
  };

  const held = new Map();
  let moved = 0;
  const place = event => { const box = canvas.getBoundingClientRect(); return [event.clientX - box.left, event.clientY - box.top]; };
  canvas.addEventListener("pointerdown", event => { canvas.setPointerCapture(event.pointerId); held.set(event.pointerId, place(event)); moved = 0; });
  canvas.addEventListener("pointermove", event => {
    const [x, y] = place(event), last = held.get(event.pointerId);
    if (!last) return say(under(x, y), x, y);
    tip.hidden = true;
    if (held.size === 2) {
      const [other] = [...held].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      const before = Math.hypot(last[0] - other[0], last[1] - other[1]), after = Math.hypot(x - other[0], y - other[1]);
      if (before > 0) zoom(after / before, other[0], other[1]);
    } else { left -= (x - last[0]) / scale; top -= (y - last[1]) / scale; redraw(); }
    moved += Math.abs(x - last[0]) + Math.abs(y - last[1]);
    held.set(event.pointerId, [x, y]);
  });
  const release = event => {
    if (!held.delete(event.pointerId) || moved > 5) return;
    const found = under(...place(event));
    lit = found && found.route && lit !== found.route ? found.route : null;
    say(found, ...place(event));
    redraw();
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", event => held.delete(event.pointerId));
  canvas.addEventListener("pointerleave", () => { tip.hidden = true; });
  canvas.addEventListener("wheel", event => { event.preventDefault(); zoom(Math.exp(-event.deltaY / 400), ...place(event)); }, { passive: false });
  canvas.addEventListener("keydown", event => {
    const steps = { ArrowLeft: [-60, 0], ArrowRight: [60, 0], ArrowUp: [0, -60], ArrowDown: [0, 60] }[event.key];
    if (steps) { left += steps[0] / scale; top += steps[1] / scale; redraw(); }
    else if (event.key === "+" || event.key === "-") zoom(event.key === "+" ? 1.3 : 1 / 1.3, canvas.clientWidth / 2, canvas.clientHeight / 2);
    else return;
    event.preventDefault();
  });
  root.querySelectorAll("[data-zoom]").forEach(button => button.addEventListener("click", () => {
    const factor = Number(button.dataset.zoom);
    if (factor) zoom(factor, canvas.clientWidth / 2, canvas.clientHeight / 2); else fit();
  }));

  const element = (name, text, attributes) => Object.assign(document.createElement(name), { textContent: text || "" }, attributes);
  const fill = () => {
    list.replaceChildren();
    list.classList.toggle("long", most > 60);
    // Lines that run most often first; numbers in names count as numbers.
    const order = (a, b) => (a.headway || 1e9) - (b.headway || 1e9) || a.name.localeCompare(b.name, undefined, { numeric: true });
    const groups = data.networks.filter((_, at) => show === both || show === at).map(network => [network.title, network.routes.slice().sort(order)]);
    if (data.fixed.length) groups.push(["Fixed", data.fixed]);
    groups.forEach(([title, routes]) => {
      const head = element("div", "", { className: "live-head" });
      const all = element("input", "", { type: "checkbox", checked: routes.every(route => route.on) });
      const name = element("label", ""); name.append(all, ` ${title} (${routes.length})`);
      all.addEventListener("change", () => { routes.forEach(route => { route.on = all.checked; }); fill(); redraw(); });
      head.append(name);
      const items = element("ul", "");
      routes.forEach(route => {
        const box = element("input", "", { type: "checkbox", checked: route.on });
        const sample = element("span", "", { className: "sample" });
        sample.style.background = route.dashes && route.dashes.length
          ? `repeating-linear-gradient(90deg, ${route.colour} 0 5px, ${route.pale} 5px 8px)` : route.colour;
        const label = element("label", ""); label.append(box, sample, ` ${route.name}${route.one_way ? "\u00a0→" : ""}`);
        if (route.wide) sample.style.height = Math.round(5 * route.wide) + "px";
        const timed = route.headway ? `every ${route.headway} min · ${route.vehicles} veh.` : `${route.minutes} min`;
        const minutes = element("span", timed, { className: "note" });
        const item = element("li", ""); item.append(label, minutes);
        box.addEventListener("change", () => { route.on = box.checked; all.checked = routes.every(other => other.on); redraw(); });
        item.addEventListener("pointerenter", () => { lit = route.of < 0 ? null : route; redraw(); });
        item.addEventListener("pointerleave", () => { lit = null; redraw(); });
        items.append(item);
      });
      list.append(head, items);
    });
  };
  const pick = at => {
    show = at; lit = null;
    root.querySelectorAll("[data-show]").forEach(button => button.setAttribute("aria-pressed", String(Number(button.dataset.show) === at)));
    fill(); redraw();
  };
  root.querySelectorAll("[data-show]").forEach(button => button.addEventListener("click", () => pick(Number(button.dataset.show))));

  let size = "";
  new ResizeObserver(() => {
    const now = canvas.clientWidth + "x" + canvas.clientHeight;
    if (now !== size && !paper) { size = now; fit(); }
  }).observe(canvas);
  // Paper shows the same part of the map at its own size, and in more detail.
  window.addEventListener("beforeprint", () => {
    if (paper) return;
    const [w, h] = extent(), near = scale / least, x = left + w / 2 / scale, y = top + h / 2 / scale;
    paper = [scale, left, top, least];
    fit();
    if (near > 1.01) { scale *= near; left = x - extent()[0] / 2 / scale; top = y - extent()[1] / 2 / scale; }
    draw();
  });
  window.addEventListener("afterprint", () => {
    if (paper) [scale, left, top, least] = paper;
    paper = null;
    redraw();
  });
  pick(0);
  fit();
})();
