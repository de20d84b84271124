import type { ResultSet } from '@simiente/contract/results/calls';
import type { ReceivedCandidate, ReceivedResult } from '@simiente/contract/results/received-calls';
import { beforeEach, describe, expect, test } from 'vitest';
import { SYSTEM_ACT } from '../../../platform/act.ts';
import { sharedApplication } from '../../../testing/application.ts';
import {
  addBranch,
  addExamOrder,
  addPartner,
  addPatient,
  newId,
} from '../../../testing/records.ts';
import { type ImportOutcome, importResults } from './import-results.ts';

const running = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const db = () => running().database.db;

let laboratoryId: string;
beforeEach(async () => {
  laboratoryId = await addPartner(db(), { type: 'Laboratorio' });
});

interface Sent {
  readonly columns?: object;
  readonly examType?: string;
  readonly dryRun?: boolean;
}
const usual = {
  ID: 'patient',
  'Volumen (mL)': 'volume',
  Concentración: 'concentration',
  PR: { analyte: 'progressiveMotility', unit: '%' },
};
function deliver(
  file: string | Uint8Array,
  { columns = usual, examType = 'Seminograma', dryRun = false }: Sent = {},
): Promise<ImportOutcome> {
  return importResults(
    db(),
    SYSTEM_ACT,
    {
      file: typeof file === 'string' ? Buffer.from(file) : file,
      fileName: 'enero.csv',
      columns: JSON.stringify(columns),
      laboratoryId,
      examType,
      timeZone: 'America/Mexico_City',
    },
    { dryRun },
  );
}
async function ofPatient(idUser: string): Promise<ResultSet[]> {
  const { body } = await running().staff.get(`/v1/result/of-patient?idUser=${idUser}`);
  return (body as { data: { sets: ResultSet[] } }).data.sets;
}
async function received(state = 'waiting'): Promise<ReceivedResult[]> {
  const { body } = await running().staff.get(`/v1/result/received?state=${state}&limit=100`);
  const all = (body as { data: { received: ReceivedResult[] } }).data.received;
  return all.filter(({ laboratory }) => laboratory?.idPartner === laboratoryId);
}
const summary = ({ entered, waiting, repeated, refused }: ImportOutcome) => [
  entered,
  waiting,
  repeated,
  refused.length,
];

describe('a file of a laboratory', () => {
  test('E-10.430: decimal commas, a mark, quotes and padded headings are read, and stored exactly', async () => {
    const idUser = await addPatient(db());
    const file = `\uFEFF"ID"; Volumen (mL) ;CONCENTRACIÓN;PR\r\n "${idUser}" ;"2,10";14,5;34 %\r\n`;
    expect(summary(await deliver(file))).toEqual([1, 0, 0, 0]);
    const [set] = await ofPatient(idUser);
    expect(set).toMatchObject({
      examType: 'Seminograma',
      status: 'capturado',
      source: 'csv',
      laboratory: { idPartner: laboratoryId },
      collectedAt: null,
      enteredBy: null,
      lacksSecondReading: false,
    });
    expect(set?.values.map(({ analyte, value }) => [analyte, value])).toEqual([
      ['volume', '2.1'],
      ['concentration', '14.5'],
      ['progressiveMotility', '34'],
      ['totalNumber', '30.45'],
      ['totalProgressiveMotile', '10.353'],
    ]);
  });

  test('E-10.430: commas between fields, points in numbers, tabs, UTF-16 and Windows text are read too', async () => {
    const ids = [await addPatient(db()), await addPatient(db()), await addPatient(db())];
    const table = (id: string | undefined, between: string) =>
      [`ID`, `Volumen (mL)`, `Concentración`, `PR`].join(between) +
      `\n${[id, '2.5', '20', ''].join(between)}\n`;
    expect(summary(await deliver(table(ids[0], ',')))).toEqual([1, 0, 0, 0]);
    expect(summary(await deliver(Buffer.from(`\uFEFF${table(ids[1], '\t')}`, 'utf16le')))).toEqual([
      1, 0, 0, 0,
    ]);
    expect(summary(await deliver(Buffer.from(table(ids[2], ';'), 'latin1')))).toEqual([1, 0, 0, 0]);
    for (const id of ids) {
      expect((await ofPatient(id))[0]?.values[0]).toMatchObject({ value: '2.5', unit: 'mL' });
    }
  });

  test('E-10.431: running it again changes nothing, whatever the order of its columns and rows', async () => {
    const [one, other] = [await addPatient(db()), await addPatient(db())];
    const file = `ID;Volumen (mL);Concentración;PR\n${one};2;10;30\n${other};3;20;40\nnadie;1;1;1\n`;
    expect(summary(await deliver(file))).toEqual([2, 1, 0, 0]);
    expect(summary(await deliver(file))).toEqual([0, 0, 3, 0]);
    const turned = `PR;Concentración;Volumen (mL);ID\n40;20,0;3.0;${other}\n30;10;2;${one}\n`;
    expect(summary(await deliver(turned))).toEqual([0, 0, 2, 0]);
    expect(await ofPatient(one)).toHaveLength(1);
    expect(await received()).toHaveLength(1);
    // Another sample of the same man is another set.
    expect(summary(await deliver(`ID;Volumen (mL);Concentración;PR\n${one};2;11;30\n`))).toEqual([
      1, 0, 0, 0,
    ]);
  });

  test('E-10.431: the same row twice in a file is one', async () => {
    const id = await addPatient(db());
    const row = `${id};2;10;30`;
    const file = `ID;Volumen (mL);Concentración;PR\n${row}\n\n;;;\n${row}\n`;
    expect(await deliver(file)).toMatchObject({ rows: 2, entered: 1, repeated: 1 });
  });

  test('E-10.432: a row that cannot be is refused with its line and its column, and the others come in', async () => {
    const id = await addPatient(db());
    const rows = [
      'ID;Volumen (mL);Concentración;PR',
      `${id};mucho;10;30`,
      `"${id}";"2\n";10;30`,
      `${id};2;10;130`,
      ';2;10;30',
      `${id};;NA;-`,
      `${id};1.234,5;10;30`,
    ];
    const outcome = await deliver(rows.join('\r\n'));
    expect(summary(outcome)).toEqual([1, 0, 0, 5]);
    expect(outcome.refused.map(({ line }) => line)).toEqual([2, 5, 6, 7, 8]);
    expect(outcome.refused.map(({ problem }) => problem)).toMatchObject([
      expect.stringMatching(/^Volumen \(mL\): «mucho»\./),
      expect.stringMatching(/^PR: «130»\. Un porcentaje/),
      'Falta el paciente.',
      'No tiene ningún valor.',
      expect.stringMatching(/1\.234,5/),
    ]);
  });

  test('E-10.433: dates of the clinic, days alone, and what the sample says', async () => {
    const id = await addPatient(db());
    const columns = {
      ...usual,
      Fecha: 'collectedAt',
      Abst: 'abstinenceDays',
      Edición: 'whoEdition',
      Método: 'method',
    };
    const file = [
      'ID;Volumen (mL);Concentración;PR;Fecha;Abst;Edición;Método',
      `${id};2;10;30;12/10/2026 08:40;3,5;5;Manual`,
      `${id};2;10;30;2026-09-01;4 días;6;`,
      `${id};2;10;30;31/02/2026;3;;`,
      `${id};2;10;30;2199-01-01;3;;`,
    ].join('\n');
    const outcome = await deliver(file, { columns });
    expect(outcome.refused).toMatchObject([
      { line: 4, problem: expect.stringMatching(/^Fecha: La fecha no existe/) },
      { line: 5, problem: expect.stringMatching(/^Fecha: .*futura/) },
    ]);
    expect(await ofPatient(id)).toMatchObject([
      {
        collectedAt: '2026-10-12T14:40:00.000Z',
        collectedTimeKnown: true,
        abstinenceDays: '3.5',
        whoEdition: 5,
        method: 'Manual',
      },
      { collectedAt: '2026-09-01T06:00:00.000Z', collectedTimeKnown: false, abstinenceDays: '4' },
    ]);
  });

  test('E-10.433: a dry run says the same and keeps nothing', async () => {
    const id = await addPatient(db());
    const file = `ID;Volumen (mL);Concentración;PR\n${id};2;10;30\nnadie;2;10;30\n`;
    expect(summary(await deliver(file, { dryRun: true }))).toEqual([1, 1, 0, 0]);
    expect(await ofPatient(id)).toEqual([]);
    expect(await received()).toEqual([]);
    expect(summary(await deliver(file))).toEqual([1, 1, 0, 0]);
  });

  test('E-10.434: a file or map that does not fit is refused as a whole', async () => {
    const id = await addPatient(db());
    const file = `ID;Volumen (mL);Concentración;PR\n${id};2;10;30\n`;
    const refusals: [string | Uint8Array, object, RegExp][] = [
      ['', usual, /vacío/],
      ['ID;Volumen (mL)\n', usual, /solo tiene encabezados/],
      [new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0]), usual, /no es un CSV/],
      [file, { ...usual, pH: 'ph' }, /«pH» no está en el archivo. El archivo tiene: ID/],
      [file, { ID: 'patient' }, /ningún analito/],
      [file, { PR: 'progressiveMotility' }, /patient/],
      [file, { ...usual, PR: 'movilidad' }, /«movilidad» no es un campo ni un analito/],
      [file, { ...usual, PR: { analyte: 'volume' } }, /«volume» está en dos columnas/],
      [file, { ...usual, PR: { analyte: 'fsh', unit: '%' } }, /FSH no se reporta en «%»/],
      [file, { ...usual, PR: 3 }, /no se entiende en «PR»/],
    ];
    for (const [bytes, columns, message] of refusals) {
      await expect(deliver(bytes, { columns }), String(message)).rejects.toThrow(message);
    }
    expect(await ofPatient(id)).toEqual([]);
  });
});

describe('what has no patient', () => {
  const file = (id: string, value = '2') =>
    `ID;Volumen (mL);Concentración;PR\n${id};${value};10;30\n`;

  const send = async (call: string, payload: object) => {
    const answer = await running().staff.request({
      method: 'POST',
      url: `/v1/result/${call}-received`,
      payload,
    });
    return answer.json<{ status: number; code?: string; data?: { received: ReceivedResult } }>();
  };

  test('E-10.435: waits with its evidence, and is assigned once', async () => {
    await deliver(file('paciente 7'));
    const [waiting] = await received();
    expect(waiting).toMatchObject({
      reason: 'unknown-patient',
      evidence: { patient: 'paciente 7', where: 'enero.csv, línea 2' },
      values: [{ analyte: 'volume', value: '2' }, {}, {}],
    });
    const idUser = await addPatient(db());
    const idReceived = waiting?.idReceived;
    const assigned = await send('assign', { idReceived, idUser, version: 1 });
    expect(assigned.data?.received).toMatchObject({ state: 'assigned', patient: { idUser } });
    expect(await ofPatient(idUser)).toMatchObject([
      { idResultSet: assigned.data?.received.idResultSet, status: 'capturado', source: 'csv' },
    ]);
    expect(await send('assign', { idReceived, idUser })).toMatchObject({
      status: 409,
      code: 'RECEIVED_DONE',
    });
    expect(summary(await deliver(file('paciente 7')))).toEqual([0, 0, 1, 0]);
    expect(await received()).toEqual([]);
  });

  test('E-10.435: is discarded, comes back by undo, and is not dropped', async () => {
    await deliver(file('nadie'));
    const idReceived = (await received())[0]?.idReceived;
    expect((await send('discard', { idReceived })).data?.received.state).toBe('discarded');
    expect(await received()).toEqual([]);
    expect(await received('discarded')).toHaveLength(1);
    expect(await send('discard', { idReceived })).toMatchObject({ code: 'RECEIVED_DONE' });
    expect((await send('restore', { idReceived })).data?.received.state).toBe('waiting');
    expect(await received()).toHaveLength(1);
  });

  test('E-10.435: the folio decides first, and a name alone offers and decides nothing', async () => {
    const name = `Íñigo ${newId('n')}`;
    const idUser = await addPatient(db(), { name });
    const branchId = await addBranch(db(), laboratoryId);
    await addExamOrder(db(), { patientId: idUser, branchId, partnerId: laboratoryId });
    const { body } = await running().staff.get(`/v1/exam-orders?idUser=${idUser}`);
    const { folio } = (body as { data: { orders: { folio: string }[] } }).data.orders[0] ?? {};
    const columns = { Folio: 'folio', Nombre: 'patientName', Vol: 'volume' };
    const rows = ['Folio;Nombre;Vol', `${folio};Otro;2`, `OE-999999;${name};3`];
    expect(summary(await deliver(rows.join('\n'), { columns }))).toEqual([1, 1, 0, 0]);
    expect(await ofPatient(idUser)).toHaveLength(1);
    const [waiting] = await received();
    expect(waiting).toMatchObject({ reason: 'unknown-folio', evidence: { name } });
    const found = await running().staff.get(
      `/v1/result/received-candidates?idReceived=${waiting?.idReceived}`,
    );
    const { patients } = (found.body as { data: { patients: ReceivedCandidate[] } }).data;
    expect(patients).toMatchObject([{ idUser, sameName: true, sameId: false, sameFolio: false }]);
    const both = { ...columns, ID: 'patient' };
    const other = await addPatient(db());
    await deliver(`Folio;Nombre;Vol;ID\n${folio};x;4;${other}\n`, { columns: both });
    expect((await received()).map(({ reason }) => reason)).toContain('folio-of-another');
  });

  test('E-10.435: other values of the same minute wait for a person', async () => {
    const id = await addPatient(db());
    const columns = { ...usual, Fecha: 'collectedAt' };
    const at = (value: string, hour: string) =>
      `ID;Volumen (mL);Concentración;PR;Fecha\n${id};${value};10;30;2026-10-12 ${hour}\n`;
    expect(summary(await deliver(at('2', '08:00'), { columns }))).toEqual([1, 0, 0, 0]);
    expect(summary(await deliver(at('3', '08:00'), { columns }))).toEqual([0, 1, 0, 0]);
    expect(summary(await deliver(at('3', '09:00'), { columns }))).toEqual([1, 0, 0, 0]);
    expect((await received())[0]?.reason).toBe('other-values');
  });
});

test('E-10.430: totals, index and places of a series come out as they were computed by hand', async () => {
  // Volume, concentration, normal forms, the four defects; then total, index, and under the 5th of WHO 2021 or not.
  const men = [
    ['1,5', '16', '4', '90', '30', '20', '4', '24', '1.5', 0],
    ['1,3', '15,9', '3', '94', '40', '35', '8', '20.67', '1.82', 4],
    ['4,0', '66', '14', '80', '20', '10', '2', '264', '1.3', 0],
  ] as const;
  const columns = {
    ID: 'patient',
    V: 'volume',
    C: 'concentration',
    N: 'normalForms',
    H: 'headDefects',
    M: 'midpieceDefects',
    T: 'tailDefects',
    D: 'cytoplasmicDroplets',
  };
  const ids = await Promise.all(men.map(() => addPatient(db())));
  const rows = men.map((man, index) => [ids[index], ...man.slice(0, 7)].join(';'));
  await deliver(['\uFEFFID;V;C;N;H;M;T;D', ...rows].join('\r\n'), { columns });
  for (const [index, man] of men.entries()) {
    const [set] = await ofPatient(ids[index] ?? '');
    const of = (key: string) => set?.values.find(({ analyte }) => analyte === key);
    expect(of('totalNumber')?.value).toBe(man[7]);
    expect(of('teratozoospermiaIndex')?.value).toBe(man[8]);
    const under = ['volume', 'concentration', 'totalNumber', 'normalForms'].filter((key) => {
      const below = of(key)?.centile?.below;
      return below != null && below <= 5;
    });
    // The total of the first is under its 5th centile, 39; nothing else is.
    expect(under.length).toBe(index === 0 ? 1 : man[9]);
  }
});
