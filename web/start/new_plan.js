// Asks what a new plan starts from.

import { api } from "../api.js";
import { field, openDialog } from "../dialog.js";
import { fill, make } from "../dom.js";

/** @param {import("../types.js").Workspace} workspace @param {string} chosen city @param {(path: string) => void} go */
export const askForPlan = (workspace, chosen, go) => {
  const { cities, plans } = workspace;
  const names = new Set(plans.map(plan => plan.name));
  let free = plans.length + 1;
  while (names.has(`Plan ${free}`)) free += 1;
  const name = make("input", {
    type: "text",
    required: true,
    maxLength: 80,
    value: `Plan ${free}`,
    "data-testid": "new-plan-name",
  });
  const city = make(
    "select",
    { "data-testid": "new-plan-city" },
    ...cities.map(one => make("option", { value: one.id }, one.name)),
  );
  city.value = chosen || cities[0]?.id || "";
  const from = make("select", { "data-testid": "new-plan-from" });
  const offerStarts = () => {
    const hasToday = cities.find(one => one.id === city.value)?.has_today;
    fill(
      from,
      hasToday ? make("option", { value: "today" }, "Today’s network") : null,
      make("option", { value: "empty" }, "An empty map"),
      ...plans
        .filter(plan => plan.city === city.value)
        .map(plan => make("option", { value: `plan:${plan.id}` }, `A copy of ${plan.name}`)),
    );
  };
  city.addEventListener("change", offerStarts);
  offerStarts();
  openDialog({
    title: "New plan",
    testid: "new-plan-dialog",
    action: "Make the plan",
    fields: [field("City", city), field("Start from", from), field("Name", name)],
    send: async () => {
      const start = from.value.startsWith("plan:") ? { plan: from.value.slice(5) } : from.value;
      const made = await api.newPlan({ city: city.value, name: name.value.trim(), from: start });
      go(`#/plan/${made.id}`);
    },
  });
};
