// The courses of streets between nodes, each kept once as flat numbers.

/**
 * A course from the smaller node to the larger: points as x, y, x, y..., the unit normal at every point, and the
 * rectangle around it as left, top, right, bottom.
 * @typedef {{ points: Float64Array, normals: Float64Array, box: number[] }} Course
 */
/** @typedef {[number, number, string, ...number[]]} MapNode  x, y, label, flags */
/** @typedef {Record<string, number[]>} CourseSteps  by "a-b": the first point, then the step to each next point */

/** @param {number} a @param {number} b */
export const pairKey = (a, b) => (a < b ? a + "-" + b : b + "-" + a);

export class Courses {
  /**
   * Courses in earlier sources win; where none is known, a course is straight.
   * @param {MapNode[]} nodes @param {CourseSteps[]} sources
   */
  constructor(nodes, ...sources) {
    this.nodes = nodes;
    this.sources = sources;
    /** @type {Map<string, Course>} */
    this.known = new Map();
  }

  /** @param {number} a @param {number} b @returns {Course} from the smaller node to the larger */
  between(a, b) {
    const key = pairKey(a, b);
    let course = this.known.get(key);
    if (!course) {
      course = courseThrough(this.pointsOf(key, Math.min(a, b), Math.max(a, b)));
      this.known.set(key, course);
    }
    return course;
  }

  /** @param {string} key @param {number} a @param {number} b */
  pointsOf(key, a, b) {
    const steps = this.sources.map(source => source[key]).find(found => found);
    if (!steps) return [this.nodes[a][0], this.nodes[a][1], this.nodes[b][0], this.nodes[b][1]];
    let x = 0,
      y = 0;
    return steps.map((step, i) => (i % 2 ? (y += step) : (x += step)));
  }
}

/** @param {ArrayLike<number>} flat @returns {Course} */
export const courseThrough = flat => {
  const points = Float64Array.from(flat),
    normals = new Float64Array(points.length);
  const box = [Infinity, Infinity, -Infinity, -Infinity],
    last = points.length - 2;
  for (let i = 0; i <= last; i += 2) {
    // The normal of a point is that of the line between its neighbours.
    const before = Math.max(i - 2, 0),
      after = Math.min(i + 2, last);
    const x = points[after] - points[before],
      y = points[after + 1] - points[before + 1],
      length = Math.hypot(x, y) || 1;
    normals[i] = -y / length;
    normals[i + 1] = x / length;
    box[0] = Math.min(box[0], points[i]);
    box[1] = Math.min(box[1], points[i + 1]);
    box[2] = Math.max(box[2], points[i]);
    box[3] = Math.max(box[3], points[i + 1]);
  }
  return { points, normals, box };
};
