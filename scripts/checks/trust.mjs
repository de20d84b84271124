import { groupIds, ONLY_NIGHTLY } from './test-ids.mjs';

/** How many points each group of the checklist has, by its letter. */
const GROUPS = { A: 13, B: 5, C: 6, D: 7, E: 7, F: 9, G: 8, H: 6, I: 4, J: 3, K: 9, L: 14 };
/** Ids are never reused. */
const WITHDRAWN = ['T-K7'];
/** The ids of the checklist. */
export const POINTS = Object.entries(GROUPS)
  .flatMap(([group, count]) =>
    Array.from({ length: count }, (_, index) => `T-${group}${index + 1}`),
  )
  .filter((id) => !WITHDRAWN.includes(id));
const PENDING = 'Pending.';
const WITHOUT_TEST = 'No test:';

/**
 * Reads the points of docs/security.md: a heading `### T-A1 · …` and its text.
 * @param {string} markdown
 * @returns {{ id: string, line: number, isPending: boolean, hasReason: boolean }[]}
 */
export function readTrust(markdown) {
  const points = [];
  let point = null;
  markdown.split('\n').forEach((text, index) => {
    const [, id] = /^### (T-[A-Z]\d+) · \S/.exec(text) ?? [];
    if (id !== undefined) {
      point = { id, line: index + 1, isPending: false, hasReason: false };
      points.push(point);
    } else if (/^#{1,2} /.test(text)) {
      point = null;
    } else if (point !== null) {
      if (text === PENDING) point.isPending = true;
      if (text.startsWith(WITHOUT_TEST) && text.length > WITHOUT_TEST.length)
        point.hasReason = true;
    }
  });
  return points;
}

/**
 * @param {ReturnType<typeof readTrust>} points
 * @param {{ id: string, isNightly?: boolean }[]} testIds in the titles of the tests
 * @returns {string[]} one line a fault, beginning with its position
 */
export function findTrustFaults(points, testIds) {
  const tests = groupIds(testIds);
  const ids = points.map(({ id }) => id);
  return [
    ...POINTS.filter((id) => !ids.includes(id)).map((id) => `1 ${id} is missing`),
    ...points.flatMap((point) =>
      findFaults(point, { ids, ...tests }).map((fault) => `${point.line} ${point.id}: ${fault}`),
    ),
  ];
}

function findFaults({ id, isPending, hasReason }, { ids, carried, usual }) {
  const faults = [];
  if (!POINTS.includes(id)) faults.push('is not in the checklist');
  if (ids.indexOf(id) !== ids.lastIndexOf(id)) faults.push('is there twice');
  if (!isPending && !hasReason && !carried.has(id)) {
    faults.push(`no test carries its id, nor does '${WITHOUT_TEST}' say why there is none`);
  } else if (!isPending && !hasReason && !usual.has(id)) {
    faults.push(ONLY_NIGHTLY);
  }
  return faults;
}
