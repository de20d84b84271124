/**
 * The directions in which imports may flow (docs/architecture.md, 'Direction of imports').
 * The rules speak of folders, never of a list of features, so that a new one is covered the day it is made.
 * TypeScript 7 has no parser API that dependency-cruiser can use, hence swc.
 */

const TESTS = '[.]test[.](ts|tsx|mjs)$';
const GENERATED = '[.]gen[.]ts$';

/** @param {string} inside the folder whose children may only be imported through their public file */
const onlyThroughPublic = (inside) => ({
  from: { path: `^${inside}/([^/]+)/`, pathNot: [TESTS, '/testing/'] },
  to: {
    path: `^${inside}/[^/]+/`,
    pathNot: [`^${inside}/$1/`, `^${inside}/[^/]+/public[.]ts$`],
  },
});

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or lack a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'contract-alone',
      comment:
        'The contract is loaded by the server and by the browser: zod and @orpc/contract only.',
      severity: 'error',
      from: { path: '^packages/contract/', pathNot: TESTS },
      to: {
        pathNot: [
          '^packages/contract/',
          '^(zod|@orpc/contract)(/|$)',
          '(^|/)node_modules/(zod|@orpc/contract)/',
        ],
      },
    },
    {
      name: 'contract-tests-below',
      comment: 'The contract’s tests may use test tools, but nothing that stands on the contract.',
      severity: 'error',
      from: { path: '^packages/contract/' },
      to: { path: '^(packages/(?!contract/)|apps/|e2e/|faults/|bench/)' },
    },
    {
      name: 'builders-below-apps',
      comment: 'Builders make records of the contract’s shapes; they know no application.',
      severity: 'error',
      from: { path: '^packages/builders/' },
      to: { path: '^(apps|e2e|faults|bench)/' },
    },
    {
      name: 'web-only-contract',
      comment: 'The web shares the contract with the server, and nothing else.',
      severity: 'error',
      from: { path: '^apps/web/', pathNot: TESTS },
      to: { path: '^(packages/(?!contract/)|apps/(?!web/)|e2e/|faults/|bench/)' },
    },
    {
      name: 'web-tests-no-server',
      comment: 'Tests of the web may use builders too, never the server’s code.',
      severity: 'error',
      from: { path: `^apps/web/.*${TESTS}` },
      to: { path: '^(apps/(?!web/)|e2e/|faults/|bench/)' },
    },
    {
      name: 'server-no-web',
      comment: 'The server serves the built web as files; it imports none of its code.',
      severity: 'error',
      from: { path: '^apps/server/' },
      to: { path: '^(apps/(?!server/)|e2e/|faults/|bench/)' },
    },
    {
      name: 'ui-and-lib-below-features',
      comment: 'What is in ui/ and lib/ knows no domain: it imports no feature and no route.',
      severity: 'error',
      from: { path: '^apps/web/src/(ui|lib)/', pathNot: TESTS },
      to: { path: ['^apps/web/src/(features|routes)/', '^apps/web/src/main[.]tsx$', GENERATED] },
    },
    {
      name: 'features-below-routes',
      comment: 'A route shows a feature; a feature does not know where it is shown.',
      severity: 'error',
      from: { path: '^apps/web/src/features/', pathNot: TESTS },
      to: { path: ['^apps/web/src/routes/', '^apps/web/src/main[.]tsx$', GENERATED] },
    },
    {
      name: 'schema-below-platform',
      comment: 'The tables are described for everyone who reads them, so they know nobody.',
      severity: 'error',
      from: { path: '^apps/server/src/schema/', pathNot: TESTS },
      to: { path: '^apps/server/src/', pathNot: '^apps/server/src/schema/' },
    },
    {
      name: 'platform-below-modules',
      comment: 'The platform (database, http, identity, storage, jobs) knows no module.',
      severity: 'error',
      from: { path: '^apps/server/src/platform/', pathNot: TESTS },
      to: {
        path: '^apps/server/src/',
        pathNot: '^apps/server/src/(platform/|schema/|config[.]ts$)',
      },
    },
    {
      name: 'database-below-http',
      comment: 'The database, problems and acts are below what serves requests.',
      severity: 'error',
      from: { path: '^apps/server/src/platform/(database/|[^/]+[.]ts$)', pathNot: TESTS },
      to: { path: '^apps/server/src/platform/(http|identity|calls)/' },
    },
    {
      name: 'calls-on-top',
      comment: 'Calls stand on HTTP and identity, and not the other way round.',
      severity: 'error',
      from: { path: '^apps/server/src/platform/(http|identity)/', pathNot: TESTS },
      to: { path: '^apps/server/src/platform/calls/' },
    },
    {
      name: 'http-without-identity',
      comment: 'HTTP knows no sessions; what it needs of them is given to it.',
      severity: 'error',
      from: { path: '^apps/server/src/platform/http/', pathNot: TESTS },
      to: { path: '^apps/server/src/platform/identity/' },
    },
    {
      name: 'modules-below-app',
      comment: 'A module stands on the platform; only the app and the command line know modules.',
      severity: 'error',
      from: { path: '^apps/server/src/modules/', pathNot: TESTS },
      to: {
        path: '^apps/server/src/',
        pathNot: '^apps/server/src/(modules/|platform/|schema/|config[.]ts$)',
      },
    },
    {
      name: 'features-through-public',
      comment: 'A feature imports another only through its public.ts.',
      severity: 'error',
      ...onlyThroughPublic('apps/web/src/features'),
    },
    {
      name: 'modules-through-public',
      comment: 'A module imports another only through its public.ts.',
      severity: 'error',
      ...onlyThroughPublic('apps/server/src/modules'),
    },
    {
      name: 'no-imports-of-tests',
      comment: 'A test is run, never imported.',
      severity: 'error',
      from: {},
      to: { path: TESTS },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|data|coverage|test-results)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css', '.json'],
    },
  },
};
