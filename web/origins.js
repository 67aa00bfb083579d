// Which plan another one was made from, as far as the page knows: copies, results of searches, points of plots.

/** @type {Map<string, string>} Plans that this page made. */
const known = new Map();

/** @param {string} plan @param {string | null | undefined} from */
export const rememberOrigin = (plan, from) => {
  if (from) known.set(plan, from);
};

/** @param {string} plan @param {import("./types.js").Workspace} workspace @returns {string | null} a plan of the same city that is still there */
export const originOf = (plan, { plans, jobs }) => {
  const from = known.get(plan) ?? jobs.find(job => job.result?.plan === plan)?.plan;
  const city = plans.find(one => one.id === plan)?.city;
  return plans.find(one => one.id === from && one.city === city)?.id ?? null;
};
