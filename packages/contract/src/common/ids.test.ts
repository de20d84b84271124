import { type AnyContractRouter, isContractProcedure } from '@orpc/contract';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { contract } from '../index.ts';
import type { CallMeta } from './call.ts';
import { isRecordId } from './id-text.ts';
import { recordId } from './ids.ts';

/** Screens check the ids of their URL without Zod; both checks must agree. */
test.each([
  ['usr_1', true],
  ['a.b:c@d-e_f', true],
  ['x'.repeat(128), true],
  ['x'.repeat(129), false],
  ['', false],
  ['.', false],
  ['..', false],
  ['__proto__', false],
  ['constructor', false],
  ['prototype', false],
  ['__proto__1', true],
  ['a b', false],
  ['a/b', false],
  ['ñ', false],
  [12, false],
  [undefined, false],
])('%s is an id in a URL and in a call: %s', (value, expected) => {
  expect(isRecordId(value)).toBe(expected);
  expect(recordId.safeParse(value).success).toBe(expected);
});

interface Edit {
  readonly path: string;
  readonly input: z.ZodType;
}

/** Paths of uploads that create records, add a file or change nothing. */
const CREATES_RECORDS = /create|\/attach$|\/(check|import)-file$/;

/** Every call that changes an existing record, found automatically, so that new calls are tested too. */
function listEdits(router: AnyContractRouter): Edit[] {
  if (!isContractProcedure(router)) return Object.values(router).flatMap(listEdits);
  const { route, meta, inputSchema } = router['~orpc'];
  const { path = '', method } = route;
  const isUpload = (meta as CallMeta).body === 'multipart';
  const isEdit =
    method === 'PUT' || method === 'PATCH' || (isUpload && !CREATES_RECORDS.test(path));
  return isEdit ? [{ path, input: inputSchema as z.ZodType }] : [];
}

const edits = listEdits(contract);

/** The input field that protects a call instead of `version`. */
const OTHER_PROTECTION: Readonly<Record<string, string>> = {
  // `from` is the status that the user saw; if it has changed, the move is rejected as stale.
  '/v1/prospects/move': 'from',
  // Changes many records of a list, and returns their earlier statuses, for the undo.
  '/v1/user/update-status': 'idUsers',
  // Sets a mark of a note, whose text does not change.
  '/v1/user/change-note': 'idNote',
  // Sets one fact of a patient to the requested value.
  '/v1/rights/stop-automation': 'stopped',
};

/** Calls that no legacy client makes. They may require the version. */
const WITHOUT_LEGACY: ReadonlySet<string> = new Set([
  '/v1/appointment/attendance',
  '/v1/reports/save-working-copy',
]);
const legacyEdits = edits.filter(({ path }) => !WITHOUT_LEGACY.has(path));

/** The names of an input's fields, also within its lists. */
function listProperties({ input }: Edit): Record<string, unknown> {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  const lists = Object.values(schema.properties ?? {}).flatMap((property) =>
    typeof property === 'object' && typeof property.items === 'object' ? [property.items] : [],
  );
  const all = [schema, ...lists].map((one) => ('properties' in one ? one.properties : {}));
  return Object.assign({}, ...all);
}

test('the test finds every call that edits a record', () => {
  expect(edits.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      '/v1/account/update',
      '/v1/doctor/update',
      '/v1/doctor/update_appointment_status',
      '/v1/exam/update',
      '/v1/partner/update_partner',
      '/v1/partner/update-branch',
      '/v1/prospects/update-status',
      '/v1/user/update',
      '/v1/user/update-status',
    ]),
  );
});

test.each(edits)('E-10.178, T-H4: $path accepts the version on which an edit was based', (edit) => {
  expect(listProperties(edit)).toHaveProperty(OTHER_PROTECTION[edit.path] ?? 'version');
});

test.each(legacyEdits)('E-10.178: $path accepts a legacy payload without a version', (edit) => {
  const schema = z.toJSONSchema(edit.input, { io: 'input', unrepresentable: 'any' });
  expect(schema.required ?? []).not.toContain('version');
});
