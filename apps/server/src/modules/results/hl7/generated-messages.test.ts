import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forLength } from '../../../../../../scripts/test-length.mjs';
import { inboxMessages } from '../../../schema/operation/inbox.ts';
import { receivedResults } from '../../../schema/results.ts';
import { sharedApplication } from '../../../testing/application.ts';
import { addPatient } from '../../../testing/records.ts';
import {
  laboratorySender,
  makeMessage,
  parseAcknowledgment,
} from '../../../testing/results/laboratory-messages.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const { db, laboratory, post, findSets } = laboratorySender(testApp);

const observation = fc
  .record({
    code: fc.constantFrom('15067-2^FSH^LN', '10501-5^LH^LN', 'XX^Otra cosa^L', '35456-3^AZF^LN'),
    type: fc.constantFrom('NM', 'ST', 'CE', ''),
    value: fc.constantFrom('5.1', '< 0.1', 'Negativo', '', '""'),
    unit: fc.constantFrom('mUI/mL', 'bolas', ''),
    flag: fc.constantFrom('', 'H', 'HH', 'A~LL'),
    status: fc.constantFrom('F', 'P', 'C', 'X', 'D', 'U', 'Q', ''),
  })
  .map(
    ({ code, type, value, unit, flag, status }) =>
      `OBX|1|${type}|${code}||${value}|${unit}||${flag}|||${status}`,
  );
const segment = fc.oneof(
  { weight: 6, arbitrary: observation },
  fc.constantFrom('NTE|1||Muestra escasa', 'OBR|2||B-2|^Hormonal|||202601140840', 'ZZZ|1|nada'),
  fc.constantFrom('ORC|RE', 'SPM|1|||SEM', 'OBX|9', 'PID|1||usr_nobody^^^SIMIENTE'),
);

test('H-A7, H-A2, E-10.1378: a generated message is applied whole or waits visibly, and its acknowledgment agrees', async () => {
  const known = await addPatient(db());
  await fc.assert(
    fc.asyncProperty(
      fc.array(segment, { maxLength: 6 }),
      fc.constantFrom(known, 'usr_nobody', ''),
      fc.integer({ min: 1, max: 10_000_000 }),
      async (rest, patient, number) => {
        const content = makeMessage({ patient, study: '^Hormonal', filler: `G-${number}`, rest });
        const [setsBefore, waitingBefore] = [await setsOf(known), await waitingValues()];
        const answer = await post(content);
        const [code, why] = parseAcknowledgment(answer);
        const [row] = await db()
          .select()
          .from(inboxMessages)
          .where(
            and(
              eq(inboxMessages.laboratoryId, laboratory()),
              eq(inboxMessages.digest, await lastDigest()),
            ),
          );
        expect(row?.reason ?? '').not.toMatch(/falla/);
        if (code === 'AE') {
          // The message is kept whole, with its reason, and without a trace elsewhere.
          const reason = row?.reason?.replaceAll('\n', ' ');
          expect([answer.statusCode, row?.outcome, why]).toEqual([422, 'failed', reason]);
          expect(row?.content?.toString()).toBe(content);
          expect([await setsOf(known), await waitingValues()]).toEqual([setsBefore, waitingBefore]);
          return;
        }
        expect([code, answer.statusCode, row?.outcome]).toEqual(['AA', 200, 'applied']);
        // Every value is in the record or among the waiting ones.
        const stored = JSON.stringify([await setsOf(known), await waitingValues()]);
        for (const line of rest) {
          const [name, , , id = '', , value = '', , , , , , status = ''] = line.split('|');
          const isLive = ['F', 'P', 'C', 'Q', ''].includes(status);
          if (name !== 'OBX' || !isLive || value === '' || value === '""') continue;
          // A final value replaces a preliminary one of the same message.
          const isReplaced = rest.some((other) => {
            const fields = other.split('|');
            return (
              other !== line && fields[3] === id && ['F', 'C', 'U', ''].includes(fields[11] ?? '')
            );
          });
          if (['P', 'Q', ''].includes(status) && isReplaced) continue;
          expect(stored).toContain(value.replace(/^< /, ''));
          if (id.startsWith('XX')) expect(stored).toContain('Otra cosa');
        }
      },
    ),
    { numRuns: forLength(25, 300) },
  );
});

async function lastDigest(): Promise<string> {
  const rows = await db()
    .select({ id: inboxMessages.id, digest: inboxMessages.digest })
    .from(inboxMessages)
    .where(eq(inboxMessages.laboratoryId, laboratory()))
    .orderBy(inboxMessages.id);
  return rows.at(-1)?.digest ?? '';
}

const setsOf = async (patient: string) =>
  (await findSets(patient)).map(({ idResultSet, values, status }) => ({
    idResultSet,
    status,
    values,
  }));

const waitingValues = () =>
  db()
    .select({ id: receivedResults.id, values: receivedResults.values })
    .from(receivedResults)
    .where(eq(receivedResults.laboratoryId, laboratory()));
