// What the server sends; see docs/planner.md for the protocol.

/** @typedef {import("./map/courses.js").MapNode} MapNode */
/** @typedef {import("./map/courses.js").CourseSteps} CourseSteps */
/**
 * @typedef {object} Line
 * @property {number} id
 * @property {string} name
 * @property {string} between
 * @property {string} colour
 * @property {string} [pale]
 * @property {number[]} [dashes]
 * @property {number} [style]
 * @property {number[]} stops
 * @property {number[]} [path]
 * @property {number[] | null} [back]
 * @property {boolean} [one_way]
 * @property {boolean} [frozen]
 * @property {boolean} [timetable]
 * @property {number | null} [headway]
 * @property {number} [vehicles]
 * @property {number} [minutes]
 * @property {number | null} [boardings]
 * @property {number | null} [peak]
 * @property {number[]} [loads]
 * @property {number[]} [loads_back]
 * @property {number} [wide]
 */
/**
 * @typedef {object} Figures
 * @property {number} trips
 * @property {number | null} mean_min
 * @property {number} walking
 * @property {number} waiting
 * @property {number} riding
 * @property {number} changing
 * @property {number} unserved_min
 * @property {number} changes
 * @property {number} unserved_trips
 * @property {number} vehicles
 * @property {number} vehicle_hours
 * @property {number | null} cost_per_hour
 * @property {number} lines
 * @property {number} route_km
 * @property {number | null} fullest
 * @property {number | null} overloaded_legs
 * @property {{ line: number, from: number, to: number, riders: number }[]} overloaded
 * @property {{ words: string, line: number | null, nodes: number[] }[]} rules
 * @property {number | null} people_served
 * @property {number | null} jobs_45
 * @property {([number, number] | null)[]} zones
 * @property {(number | null)[]} waits
 */
/** @typedef {{ id: number, words: string, on: boolean, works: boolean, problem: string | null, undone: boolean }} Step */
/**
 * @typedef {object} PlanState
 * @property {string} id
 * @property {string} name
 * @property {string} city
 * @property {number} revision
 * @property {Line[]} lines
 * @property {CourseSteps} courses
 * @property {Figures} figures
 * @property {Figures | null} today
 * @property {Figures | null} before
 * @property {Step[]} steps
 * @property {boolean} can_undo
 * @property {boolean} can_redo
 * @property {string[]} notes
 */
/**
 * @typedef {object} CityMap
 * @property {string} id
 * @property {string} name
 * @property {number[]} size
 * @property {number} metres_per_unit
 * @property {MapNode[]} nodes
 * @property {[number, number][]} streets
 * @property {CourseSteps} courses
 * @property {[number, number][]} demand
 * @property {Line[]} fixed
 * @property {{ lines: Line[], figures: Figures, courses: CourseSteps } | null} today
 * @property {number[]} headways
 * @property {{ walk: number, wait: number }} [weights]  of a minute against a minute of riding
 * @property {{ colour: string, pale: string, dashes: number[] }[]} palette
 * @property {{ min_stops: number, max_stops: number, max_minutes: number | null, max_detour: number | null, most_riders: number }} limits
 */
/** @typedef {{ id: string, name: string, city: string, revision: number, changed: number, lines: number, vehicles: number, mean_min: number | null, overloaded_legs?: number | null }} PlanEntry */
/** @typedef {{ id: string, name: string, built_in: boolean, has_today: boolean }} CityEntry */
/**
 * @typedef {object} Job
 * @property {string} id
 * @property {"improve" | "front" | "import"} kind
 * @property {string} name
 * @property {string | null} plan
 * @property {string | null} city
 * @property {"waiting" | "running" | "done" | "stopped" | "failed"} state
 * @property {number} done
 * @property {number} seconds
 * @property {number | null} seconds_left
 * @property {string} words
 * @property {[number, number][]} curve
 * @property {string} curve_label
 * @property {{ plan?: string, city?: string, account?: string[], points?: FrontPoint[] } | null} result
 * @property {string | null} error
 * @property {string[]} notes
 */
/** @typedef {{ point: number | null, vehicles: number, mean_min: number, keeps_capacity?: boolean }} FrontPoint  no point: where the search started */
/** @typedef {{ folder: string, version: string, cities: CityEntry[], plans: PlanEntry[], jobs: Job[] }} Workspace */
/** @typedef {{ do: string, [key: string]: any }} Edit */
/** @typedef {{ stops: number[], path?: number[], minutes: number, courses?: CourseSteps, words: string, aside: string | null }} Preview */
/** @typedef {{ minutes: number, places: number, trip_share: number }} Within */
/** @typedef {{ plan: (number | null)[], today: (number | null)[] | null, within: { plan: Within[], today: Within[] | null } }} Reach */
/** @typedef {{ zones: ([number, number] | null)[], gain_share: number, lose_share: number, name: string }} Gains */
/** @typedef {{ label: string, unit: string, values: (number | null)[], better: "lower" | "higher" | null }} CompareRow */
/** @typedef {{ names: string[], has_today: boolean, rows: CompareRow[], plans: PlanState[] }} Comparison */

export {};
