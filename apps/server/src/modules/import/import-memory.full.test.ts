import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';
import { count } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { exams } from '../../schema/exams.ts';
import { reportVersions } from '../../schema/reports.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { exportFile } from './testing/exports.ts';

const PATIENTS = 2_000;
/** UTF-16 units. The Ω of each sentence makes V8 store the whole text with two bytes per unit. */
const REPORT_LENGTH = 24_000;

/** Megabytes of heap, enough for the code itself and some records. */
const HEAP = 160;
/** Bytes of the file; its text takes about twice as many in memory. */
const SIZE = 90_000_000;

function* bigExport(): Generator<string, void> {
  const sentence = 'Ω informe sin nada que señalar. ';
  const message = sentence.repeat(REPORT_LENGTH / sentence.length);
  yield '{"medicalHistories":{';
  for (let index = 0; index < PATIENTS; index += 1) {
    const history = {
      allExamns: {
        exams: Array.from({ length: 10 }, (_, exam) => ({
          id: `exm_${index}_${exam}`,
          examType: 'Seminograma',
        })),
      },
      MedicalReportData: { examReportIA: { message }, firstMedicalReport: { message } },
    };
    yield `${index === 0 ? '' : ','}"usr_${index}":${JSON.stringify(history)}`;
  }
  yield '},"users":[';
  for (let index = 0; index < PATIENTS; index += 1) {
    yield `${index === 0 ? '' : ','}{"idUser":"usr_${index}","name":"Paciente ${index}"}`;
  }
  yield ']}';
}

test('a file whose text is larger than the heap is imported', async () => {
  const { db, app } = await createTestDatabase();
  const file = await exportFile('');
  await pipeline(Readable.from(bigExport()), createWriteStream(file));
  expect((await stat(file)).size).toBeGreaterThan(SIZE);
  const worker = new Worker(new URL('./testing/import-worker.ts', import.meta.url), {
    workerData: { connection: app, source: file },
    resourceLimits: { maxOldGenerationSizeMb: HEAP, maxYoungGenerationSizeMb: 16 },
  });
  expect(await once(worker, 'exit')).toEqual([0]);
  expect(await db.select({ rows: count() }).from(reportVersions)).toEqual([{ rows: 2 * PATIENTS }]);
  expect(await db.select({ rows: count() }).from(exams)).toEqual([{ rows: 10 * PATIENTS }]);
});
