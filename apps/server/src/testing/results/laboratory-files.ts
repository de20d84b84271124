import type { ResultSet } from '@simiente/contract/results/calls';
import type { ReceivedResult } from '@simiente/contract/results/received-calls';
import { beforeEach } from 'vitest';
import { importResults } from '../../modules/results/import/import-results.ts';
import { type LineOutcome, summarize } from '../../modules/results/import/outcome.ts';
import { SYSTEM_ACT } from '../../platform/act.ts';
import type { TestApplication } from '../application.ts';
import { addPartner } from '../records.ts';

export interface SentFile {
  readonly columns?: object | null;
  readonly fileName?: string;
  readonly from?: string;
  readonly examType?: string;
  readonly dryRun?: boolean;
}

/** Columns of most files of the tests. */
export const USUAL_COLUMNS = {
  ID: 'patient',
  'Volumen (mL)': 'volume',
  Concentración: 'concentration',
  PR: { analyte: 'progressiveMotility', unit: '%' },
};

/** The counts of an imported file, and the lines that wait or were rejected. */
export function toOutcome(lines: readonly LineOutcome[]) {
  const { total, entered, changed, repeated, waiting, notes } = summarize(lines);
  const waitingNumbers = new Set(
    notes.flatMap(({ kind, line }) => (kind === 'waiting' ? line : [])),
  );
  return {
    ...{ rows: total, entered, changed, repeated, waiting },
    waitingLines: lines.flatMap(({ line, results: [outcome] }) =>
      waitingNumbers.has(line) ? [{ line, reason: outcome }] : [],
    ),
    refused: lines.flatMap(({ line, reason }) =>
      reason === null ? [] : [{ line, problem: reason }],
    ),
  };
}
type ImportOutcome = ReturnType<typeof toOutcome>;

/** Numbers of entered, waiting, repeated and rejected rows. */
export const summary = ({ entered, waiting, repeated, refused }: ImportOutcome) => [
  entered,
  waiting,
  repeated,
  refused.length,
];

/** Files of a laboratory that is new in each test, and the outcome of their rows. */
export function laboratoryFiles(testApp: () => Pick<TestApplication, 'database' | 'staff'>) {
  const db = () => testApp().database.db;
  let laboratoryId = '';
  beforeEach(async () => {
    laboratoryId = await addPartner(db(), { type: 'Laboratorio' });
  });

  return {
    laboratoryId: () => laboratoryId,

    async deliver(
      file: string | Uint8Array,
      {
        columns = USUAL_COLUMNS,
        examType = 'Seminograma',
        dryRun = false,
        fileName = 'enero.csv',
        from = laboratoryId,
      }: SentFile = {},
    ): Promise<ImportOutcome> {
      const lines = await importResults(
        db(),
        SYSTEM_ACT,
        {
          file: typeof file === 'string' ? Buffer.from(file) : file,
          fileName,
          columns: columns === null ? null : JSON.stringify(columns),
          laboratoryId: from,
          examType,
          timeZone: 'America/Mexico_City',
        },
        { dryRun },
      );
      return toOutcome(lines);
    },

    async findSets(idUser: string): Promise<ResultSet[]> {
      const { body } = await testApp().staff.get(`/v1/result/of-patient?idUser=${idUser}`);
      return (body as { data: { sets: ResultSet[] } }).data.sets;
    },

    async received(state = 'waiting', from = laboratoryId): Promise<ReceivedResult[]> {
      const { body } = await testApp().staff.get(`/v1/result/received?state=${state}&limit=100`);
      const all = (body as { data: { received: ReceivedResult[] } }).data.received;
      return all.filter(({ laboratory }) => laboratory?.idPartner === from);
    },
  };
}
