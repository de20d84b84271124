import { readFileSync } from 'node:fs';
import type { ResultSet } from '@simiente/contract/results/calls';
import { expect, test } from 'vitest';
import { SYSTEM_ACT } from '../../../platform/act.ts';
import { sharedApplication } from '../../../testing/application.ts';
import { addPartner, addPatient } from '../../../testing/records.ts';
import { toOutcome } from '../../../testing/results/laboratory-files.ts';
import { importResults } from './import-results.ts';

/**
 * 85 generated men in the format of published data sets: a byte order mark, semicolons and decimal commas. A
 * program in another language computed the derived values, with separately typed WHO tables.
 */
const csv = readFileSync(new URL('./golden/men.csv', import.meta.url));
const golden = JSON.parse(
  readFileSync(new URL('./golden/men.golden.json', import.meta.url), 'utf8'),
) as {
  readonly men: readonly {
    readonly id: string;
    readonly totalNumber: string;
    readonly teratozoospermiaIndex: string;
  }[];
  readonly underFifth: Readonly<Record<'5' | '6', Readonly<Record<string, number>>>>;
};

const columns = {
  ID: 'patient',
  'Ejaculate volume (mL)': 'volume',
  'Sperm concentration (x10⁶/mL)': { analyte: 'concentration', unit: '10*6/mL' },
  'Progressive motility (%)': 'progressiveMotility',
  'Non progressive sperm motility (%)': 'nonProgressiveMotility',
  'Immotile sperm (%)': 'immotile',
  'Sperm vitality (%)': 'vitality',
  'Normal spermatozoa (%)': 'normalForms',
  'Head defects (%)': 'headDefects',
  'Midpiece and neck defects (%)': 'midpieceDefects',
  'Tail defects (%)': 'tailDefects',
  'Cytoplasmic droplet (%)': 'cytoplasmicDroplets',
  'DNA fragmentation index, DFI (%)': 'dnaFragmentationIndex',
};
const reported = {
  'Total sperm count (x10⁶)': 'totalNumber',
  'Teratozoospermia index': 'teratozoospermiaIndex',
};

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const db = () => testApp().database.db;

/** The file with the ids of separate patients, and an edition of the manual. */
async function makeFile(edition: '5' | '6' | null) {
  const text = csv.toString('utf8');
  const [head = '', ...rows] = text.split('\r\n').filter((line) => line !== '');
  const ids = new Map<string, string>();
  const issues: string[] = [];
  for (const row of rows) {
    const [id = ''] = row.split(';', 1);
    const patient = await addPatient(db());
    ids.set(id, patient);
    issues.push(`${patient}${row.slice(id.length)}${edition === null ? '' : `;${edition}`}`);
  }
  const heading = edition === null ? head : `${head};Manual`;
  return { ids, file: Buffer.from([heading, ...issues, ''].join('\r\n')) };
}

async function deliver(file: Buffer, map: object, dryRun = false) {
  const laboratoryId = await laboratory();
  const delivery = {
    file,
    fileName: 'men.csv',
    columns: JSON.stringify(map),
    laboratoryId,
    examType: 'Seminograma',
    timeZone: 'America/Mexico_City',
  };
  return toOutcome(await importResults(db(), SYSTEM_ACT, delivery, { dryRun }));
}
let laboratoryPromise: Promise<string> | undefined;
const laboratory = () => (laboratoryPromise ??= addPartner(db(), { type: 'Laboratorio' }));

async function listSets(idUser = ''): Promise<ResultSet[]> {
  const { body } = await testApp().staff.get(`/v1/result/of-patient?idUser=${idUser}`);
  return (body as { data: { sets: ResultSet[] } }).data.sets;
}

/** Each man's only set, by his number in the file. */
async function setsBy(ids: ReadonlyMap<string, string>) {
  const sets = new Map<string, ResultSet>();
  for (const [id, patient] of ids) {
    const [set, ...others] = await listSets(patient);
    if (set === undefined || others.length > 0) throw new Error(`${id} has ${others.length} more`);
    sets.set(id, set);
  }
  return sets;
}

const formatAnalyte = (set: ResultSet | undefined, analyte: string) =>
  set?.values.find((value) => value.analyte === analyte)?.value;

/** Number of values strictly below the 5th centile, for each analyte. */
function countUnderFifth(sets: Iterable<ResultSet>, analytes: readonly string[]) {
  const counts = Object.fromEntries(analytes.map((analyte) => [analyte, 0]));
  for (const { values } of sets) {
    for (const { analyte, centile } of values) {
      const below = centile?.below ?? null;
      if (analyte === null || below === null || below > 5) continue;
      counts[analyte] = (counts[analyte] ?? 0) + 1;
    }
  }
  return counts;
}

test.each([
  ['reported', { ...columns, ...reported }],
  ['computed', columns],
])(
  'E-10.587: totals, TZI and counts under each 5th centile match the published ones, with totals and TZI %s',
  async (_how, map) => {
    const { ids, file } = await makeFile(null);
    const noOutcomes = { rows: 85, entered: 0, waiting: 0, repeated: 0, refused: [] };
    expect(await deliver(file, map)).toMatchObject({ ...noOutcomes, entered: 85 });

    const sets = await setsBy(ids);
    expect(
      golden.men.map(({ id }) => ({
        id,
        totalNumber: formatAnalyte(sets.get(id), 'totalNumber'),
        teratozoospermiaIndex: formatAnalyte(sets.get(id), 'teratozoospermiaIndex'),
      })),
    ).toEqual(golden.men);
    const expected = golden.underFifth[6];
    expect(countUnderFifth(sets.values(), Object.keys(expected))).toEqual(expected);
  },
);

test('E-10.587: results of the 5th edition use only that edition’s 5th centile', async () => {
  const { ids, file } = await makeFile('5');
  const map = { ...columns, Manual: 'whoEdition' };
  const noOutcomes = { rows: 85, entered: 0, waiting: 0, repeated: 0, refused: [] };
  expect(await deliver(file, map, true)).toMatchObject({ ...noOutcomes, entered: 85 });
  expect(await listSets(ids.get('1'))).toEqual([]);
  expect(await deliver(file, map)).toMatchObject({ ...noOutcomes, entered: 85 });
  expect(await deliver(file, map)).toMatchObject({ ...noOutcomes, repeated: 85 });
  const sets = await setsBy(ids);
  const expected = golden.underFifth[5];
  expect(countUnderFifth(sets.values(), Object.keys(expected))).toEqual(expected);
  const ticks = [...sets.values()].flatMap(({ values }) =>
    values.flatMap(({ centile }) => (centile === null ? [] : [centile.above, centile.below])),
  );
  expect(new Set(ticks)).toEqual(new Set([5, null]));
});

test('E-10.588: a result has the documented form, with null if a comparator leaves its centile undecided', async () => {
  const patient = await addPatient(db());
  const text = [
    '\uFEFFID;Fecha;Vol;Conc;PR;FSH;Vit',
    `${patient};2026-01-05 09:30;1,4;< 15;30,0;< 0,1;> 98`,
    '',
  ].join('\r\n');
  const map = {
    ID: 'patient',
    Fecha: 'collectedAt',
    Vol: 'volume',
    Conc: 'concentration',
    PR: 'progressiveMotility',
    FSH: 'fsh',
    Vit: 'vitality',
  };
  expect(await deliver(Buffer.from(text), map)).toMatchObject({ entered: 1 });
  const [set] = await listSets(patient);
  expect(set).toMatchObject({
    idResultSet: expect.any(String),
    examType: 'Seminograma',
    collectedAt: '2026-01-05T15:30:00.000Z',
    status: 'capturado',
  });
  const values = set?.values.map(({ analyte, comparator, value, unit, centile }) => ({
    analyte,
    comparator,
    value,
    unit,
    centile,
  }));
  expect(values).toEqual(
    expect.arrayContaining([
      // A value at the 5th centile is not under it.
      {
        analyte: 'volume',
        comparator: null,
        value: '1.4',
        unit: 'mL',
        centile: { above: 5, below: 10 },
      },
      {
        analyte: 'concentration',
        comparator: '<',
        value: '15',
        unit: '10*6/mL',
        centile: { above: null, below: null },
      },
      {
        analyte: 'progressiveMotility',
        comparator: null,
        value: '30',
        unit: '%',
        centile: { above: 5, below: 10 },
      },
      {
        analyte: 'vitality',
        comparator: '>',
        value: '98',
        unit: '%',
        centile: { above: 97.5, below: null },
      },
      { analyte: 'fsh', comparator: '<', value: '0.1', unit: expect.any(String), centile: null },
    ]),
  );
});
