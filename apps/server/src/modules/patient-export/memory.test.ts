import { recordPath } from '@simiente/contract/patient-record/calls';
import { expect, test } from 'vitest';
import { forLength } from '../../../../../scripts/test-length.mjs';
import { sharedApplication } from '../../testing/application.ts';
import { collectGarbage } from '../../testing/garbage.ts';
import { addExam, addFile, addPatient } from '../../testing/records.ts';

const FILES = forLength(8, 24);
const BYTES = 4_000_000;
const MEASURE_EVERY = 4_000_000;
const testApp = sharedApplication();

test('T-F8: a record of many megabytes is never in memory as a whole', async () => {
  const { app, store, staff, database } = testApp();
  const id = await addPatient(database.db);
  for (let index = 0; index < FILES; index += 1) {
    const bytes = Buffer.alloc(BYTES, index + 1);
    await addExam(database.db, id, { fileId: await addFile(database.db, store, { bytes }) });
  }
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const readBufferBytes = () => {
    collectGarbage();
    return process.memoryUsage().arrayBuffers;
  };
  const before = readBufferBytes();
  const answer = await fetch(`${origin}${recordPath(id)}`, { headers: { cookie: staff.cookie } });
  let received = 0;
  let peak = 0;
  let measuredAt = 0;
  for await (const chunk of answer.body ?? []) {
    received += chunk.length;
    if (received - measuredAt < MEASURE_EVERY) continue;
    measuredAt = received;
    peak = Math.max(peak, readBufferBytes() - before);
  }
  expect(received).toBeGreaterThan(FILES * BYTES);
  expect(peak).toBeLessThan((FILES * BYTES) / 2);
});
