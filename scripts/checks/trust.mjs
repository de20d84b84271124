/** How many points each group of the checklist has, by its letter. */
const GROUPS = { A: 13, B: 5, C: 6, D: 7, E: 7, F: 9, G: 8, H: 6, I: 4, J: 3 };
const PENDING = 'Pendiente.';
const WITHOUT_TEST = 'Sin prueba:';

/**
 * Reads the points of docs/seguridad.md: a heading `### T-A1 · …`, what is said of it, and its
 * tests, each an item `- \`file › title\``.
 *
 * @param {string} markdown
 * @returns {{ id: string, line: number, tests: string[], isPending: boolean, hasReason: boolean }[]}
 */
export function readTrust(markdown) {
  const points = [];
  let point = null;
  markdown.split('\n').forEach((text, index) => {
    const [, id] = /^### (T-[A-Z]\d+) · \S/.exec(text) ?? [];
    if (id !== undefined) {
      point = { id, line: index + 1, tests: [], isPending: false, hasReason: false };
      points.push(point);
    } else if (/^#{1,2} /.test(text)) {
      point = null;
    } else if (point !== null) {
      const [, test] = /^- `(.+ › .+)`$/.exec(text) ?? [];
      if (test !== undefined) point.tests.push(test);
      if (text === PENDING) point.isPending = true;
      if (text.startsWith(WITHOUT_TEST) && text.length > WITHOUT_TEST.length)
        point.hasReason = true;
    }
  });
  return points;
}

/**
 * @param {ReturnType<typeof readTrust>} points
 * @param {(test: string) => string[]} testFaults what is wrong with a test that is named
 * @returns {string[]} one line a fault, beginning with where it is
 */
export function findTrustFaults(points, testFaults) {
  const ids = points.map(({ id }) => id);
  const expected = Object.entries(GROUPS).flatMap(([group, count]) =>
    Array.from({ length: count }, (_, index) => `T-${group}${index + 1}`),
  );
  return [
    ...expected.filter((id) => !ids.includes(id)).map((id) => `1 falta ${id}`),
    ...points.flatMap((point) =>
      faultsOf(point, { ids, expected, testFaults }).map(
        (fault) => `${point.line} ${point.id}: ${fault}`,
      ),
    ),
  ];
}

function faultsOf({ id, tests, isPending, hasReason }, { ids, expected, testFaults }) {
  const faults = tests.flatMap(testFaults);
  if (!expected.includes(id)) faults.push('no está en la lista');
  if (ids.indexOf(id) !== ids.lastIndexOf(id)) faults.push('está repetido');
  if (!isPending && !hasReason && tests.length === 0) {
    faults.push(`no dice con qué prueba se ve, ni «${WITHOUT_TEST}» por qué no hay`);
  }
  return faults;
}
