import { deflateRawSync } from 'node:zlib';
import type { ResultSet } from '@simiente/contract/results/calls';
import type { ReceivedCandidate, ReceivedResult } from '@simiente/contract/results/received-calls';
import type { CellValue } from 'hucre';
import { writeXlsx } from 'hucre/xlsx';
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
import { ImportRefused } from './refusal.ts';

const running = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const db = () => running().database.db;

let laboratoryId: string;
beforeEach(async () => {
  laboratoryId = await addPartner(db(), { type: 'Laboratorio' });
});

interface Sent {
  readonly columns?: object | null;
  readonly fileName?: string;
  readonly from?: string;
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
  {
    columns = usual,
    examType = 'Seminograma',
    dryRun = false,
    fileName = 'enero.csv',
    from = laboratoryId,
  }: Sent = {},
): Promise<ImportOutcome> {
  return importResults(
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
}
async function ofPatient(idUser: string): Promise<ResultSet[]> {
  const { body } = await running().staff.get(`/v1/result/of-patient?idUser=${idUser}`);
  return (body as { data: { sets: ResultSet[] } }).data.sets;
}
async function received(state = 'waiting', from = laboratoryId): Promise<ReceivedResult[]> {
  const { body } = await running().staff.get(`/v1/result/received?state=${state}&limit=100`);
  const all = (body as { data: { received: ReceivedResult[] } }).data.received;
  return all.filter(({ laboratory }) => laboratory?.idPartner === from);
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

  test('E-10.481: a comma before three digits is decimal where the file or the map shows it, and else refused', async () => {
    const read = async (file: (id: string) => string, columns: object = usual) => {
      const id = await addPatient(db());
      const { refused } = await deliver(file(id), { columns });
      const [set] = await ofPatient(id);
      return set?.values.slice(0, 2).map(({ value }) => value) ?? refused[0]?.problem;
    };
    const two = 'Se lee de dos maneras. Escribe 2345 o 2.345.';
    const commas = (volume: string, concentration: string) => (id: string) =>
      `ID,Volumen (mL),Concentración,PR\n${id},"${volume}","${concentration}",30\n`;
    expect(await read(commas('2,345', '14,5'))).toEqual(['2.345', '14.5']);
    expect(await read(commas('2,345', '0,123'))).toEqual(['2.345', '0.123']);
    expect(await read(commas('2,345', '14'))).toBe(`Volumen (mL): «2,345». ${two}`);
    expect(await read(commas('< 2,345', '14.5'))).toBe(`Volumen (mL): «< 2,345». ${two}`);
    expect(await read(commas('2,345', '14'), { ...usual, decimal: ',' })).toEqual(['2.345', '14']);
    expect(await read(commas('2.345', '14.5'))).toEqual(['2.345', '14.5']);
    expect(await read(commas('2.345', '14'))).toEqual(['2.345', '14']);
    expect(await read(commas('2.345', '14,5'))).toBe(`Volumen (mL): «2.345». ${two}`);
    const semicolons = (volume: string, concentration: string) => (id: string) =>
      `\uFEFFID;Volumen (mL);Concentración;PR\n${id};${volume};${concentration};30\n`;
    expect(await read(semicolons('2,345', '14'))).toEqual(['2.345', '14']);
    expect(await read(semicolons('2,345', '14.5'))).toBe(`Volumen (mL): «2,345». ${two}`);
    const pointed = { ...usual, decimal: '.' };
    expect(await read(semicolons('2,345', '14'), pointed)).toBe(`Volumen (mL): «2,345». ${two}`);
    // A column may be called so.
    const named = (id: string) => `ID,decimal\n${id},2\n`;
    expect(await read(named, { ID: 'patient', decimal: 'volume' })).toEqual(['2']);
    const abstinence = (id: string) => `ID,Volumen (mL),Abst\n${id},2,"1,500 días"\n`;
    const columns = { ID: 'patient', 'Volumen (mL)': 'volume', Abst: 'abstinenceDays' };
    expect(await read(abstinence, columns)).toMatch(/^Abst: «1,500 días»\. Se lee de dos maneras/);
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

  test('E-10.431: the same row twice in a file is one, where it says when the sample was taken', async () => {
    const id = await addPatient(db());
    const row = `${id};2;10;30;2026-10-12`;
    const file = `ID;Volumen (mL);Concentración;PR;Fecha\n${row}\n\n;;;;\n${row}\n`;
    const columns = { ...usual, Fecha: 'collectedAt' };
    expect(await deliver(file, { columns })).toMatchObject({ rows: 2, entered: 1, repeated: 1 });
    const again = { columns, fileName: 'febrero.csv' };
    expect(await deliver(`${file}\n`, again)).toMatchObject({ entered: 0, repeated: 2 });
  });

  test('E-10.487: equal values without a date may be of another sample, and wait; the same file again changes nothing', async () => {
    const id = await addPatient(db());
    const heads = 'ID;Volumen (mL);Concentración;PR';
    const twice = `${heads}\n${id};2;10;30\n${id};2;10;30\n`;
    expect(await deliver(twice)).toMatchObject({
      entered: 1,
      waited: [{ line: 3, reason: 'maybe-repeated' }],
    });
    expect(summary(await deliver(twice))).toEqual([0, 0, 2, 0]);
    expect(summary(await deliver(twice, { fileName: 'copia.csv' }))).toEqual([0, 0, 2, 0]);
    // A list that grew is the same delivery while its name is.
    const grown = `${twice}${id};3;11;31\n`;
    expect(summary(await deliver(grown))).toEqual([1, 0, 2, 0]);
    expect(summary(await deliver(grown, { fileName: 'todo.csv' }))).toEqual([0, 0, 3, 0]);
    const later = { fileName: 'febrero.csv' };
    const other = `${heads}\n${id};2;10;30\n`;
    expect(await deliver(other, later)).toMatchObject({ waited: [{ reason: 'maybe-repeated' }] });
    expect(summary(await deliver(other, later))).toEqual([0, 0, 1, 0]);
    expect(await ofPatient(id)).toHaveLength(2);
    expect(await received()).toHaveLength(2);
  });

  test('E-10.486: «ND» of an analyte is refused, for it may say that none was detected; of a date it says nothing', async () => {
    const id = await addPatient(db());
    const columns = { ...usual, Color: 'colour', Abst: 'abstinenceDays' };
    const row = (volume: string, rest: string) =>
      `ID;Volumen (mL);Concentración;PR;Color;Abst\n${id};${volume};${rest}\n`;
    for (const said of ['ND', 'n.d.', 'N. D.']) {
      const { refused } = await deliver(row(said, '10;30;;'), { columns });
      expect(refused[0]?.problem, said).toBe(
        `Volumen (mL): «${said}». Puede ser «no detectado» o «no disponible». Escribe el límite, como «< 0.1», o deja la celda vacía.`,
      );
    }
    expect(summary(await deliver(row('N/D', '10;30;ND;ND'), { columns }))).toEqual([1, 0, 0, 0]);
    const [set] = await ofPatient(id);
    expect(set).toMatchObject({ abstinenceDays: null });
    expect(set?.values.map(({ analyte, text }) => [analyte, text]).slice(0, 2)).toEqual([
      ['colour', 'ND'],
      ['concentration', null],
    ]);
  });

  test('E-10.485: when it was received and analysed needs an hour, or the column left out', async () => {
    const id = await addPatient(db());
    const columns = { ...usual, Toma: 'collectedAt', Análisis: 'analyzedAt' };
    const row = (analyzed: string) =>
      `ID;Volumen (mL);Concentración;PR;Toma;Análisis\n${id};2;10;30;2026-10-12 08:40;${analyzed}\n`;
    const { refused } = await deliver(row('12/10/2026'), { columns });
    expect(refused[0]?.problem).toBe(
      'Análisis: Falta la hora. Si el laboratorio solo escribe el día, quita la columna del mapa.',
    );
    const without = { ...columns, Análisis: null };
    expect(summary(await deliver(row('12/10/2026'), { columns: without }))).toEqual([1, 0, 0, 0]);
    expect((await ofPatient(id))[0]).toMatchObject({ analyzedAt: null, checks: [] });
    expect(summary(await deliver(row('2026-10-12T09:28:00'), { columns }))).toEqual([1, 0, 0, 0]);
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
      [new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0]), usual, /XLSX está dañado/],
      [new Uint8Array([0x41, 0, 0x3b, 0]), usual, /no es un CSV/],
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

  async function ordered(name = `Íñigo ${newId('n')}`, exams = ['SEM']) {
    const idUser = await addPatient(db(), { name, birthDate: '1990-10-12' });
    const branchId = await addBranch(db(), laboratoryId);
    await addExamOrder(db(), { patientId: idUser, branchId, partnerId: laboratoryId }, { exams });
    const { body } = await running().staff.get(`/v1/exam-orders?idUser=${idUser}`);
    const { folio } = (body as { data: { orders: { folio: string }[] } }).data.orders[0] ?? {};
    return { idUser, name, folio: folio ?? '' };
  }
  const withFolio = { Folio: 'folio', Nombre: 'patientName', Vol: 'volume' };

  test('E-10.435: the folio decides first, and a name alone offers and decides nothing', async () => {
    const { idUser, name, folio } = await ordered();
    const rows = ['Folio;Nombre;Vol', `${folio};${name};2`, `OE-999999;${name};3`];
    expect(summary(await deliver(rows.join('\n'), { columns: withFolio }))).toEqual([1, 1, 0, 0]);
    expect(await ofPatient(idUser)).toMatchObject([{ order: { folio } }]);
    const [waiting] = await received();
    expect(waiting).toMatchObject({ reason: 'unknown-folio', evidence: { name } });
    const found = await running().staff.get(
      `/v1/result/received-candidates?idReceived=${waiting?.idReceived}`,
    );
    const { patients } = (found.body as { data: { patients: ReceivedCandidate[] } }).data;
    expect(patients).toMatchObject([{ idUser, sameName: true, sameId: false, sameFolio: false }]);
    const both = { ...withFolio, ID: 'patient' };
    const other = await addPatient(db());
    await deliver(`Folio;Nombre;Vol;ID\n${folio};x;4;${other}\n`, { columns: both });
    expect((await received()).map(({ reason }) => reason)).toContain('folio-of-another');
  });

  test('E-10.547: an assigned result closes the order of its whole folio, where the patient and the laboratory are those of the order', async () => {
    const orderAfter = async (folioOf: (folio: string) => string, from = laboratoryId) => {
      const { idUser, folio } = await ordered();
      const rows = ['Folio;Nombre;Vol', `${folioOf(folio)};Otro nombre;2`];
      await deliver(rows.join('\n'), { columns: withFolio, from });
      const idReceived = (await received('waiting', from))[0]?.idReceived;
      const assigned = await send('assign', { idReceived, idUser });
      expect(assigned).toMatchObject({ data: { received: { state: 'assigned' } } });
      return { order: (await ofPatient(idUser))[0]?.order ?? null, folio };
    };
    const closed = await orderAfter((folio) => folio);
    expect(closed.order).toMatchObject({ folio: closed.folio });
    expect((await orderAfter((folio) => String(Number(folio.slice(3))))).order).toBe(null);
    const { folio } = await ordered();
    expect((await orderAfter(() => folio)).order).toBe(null);
    const from = await addPartner(db(), { type: 'Laboratorio' });
    expect((await orderAfter((own) => own, from)).order).toBe(null);
  });

  test('E-10.483: a folio decides alone only as we print it, and where the order asks this laboratory for this study', async () => {
    const { idUser, folio } = await ordered();
    const bare = String(Number(folio.slice(3)));
    const reasons = async (row: string, more: Sent = {}) =>
      (
        await deliver(`Folio;Vol;ID\n${row}\n`, {
          columns: { Folio: 'folio', Vol: 'volume', ID: 'patient' },
          ...more,
        })
      ).waited.map(({ reason }) => reason);
    expect(await reasons(`${bare};2;`)).toEqual(['bare-folio']);
    const from = await addPartner(db(), { type: 'Laboratorio' });
    expect(await reasons(`${folio};2;`, { from })).toEqual(['folio-not-asked']);
    expect(await reasons(`${folio};2;`, { examType: 'Inhibina_B' })).toEqual(['folio-not-asked']);
    expect(await ofPatient(idUser)).toEqual([]);
    // Whose it is, the patient's id says too; the order of another laboratory is not closed by it.
    expect(await reasons(`${folio};3;${idUser}`, { from })).toEqual([]);
    expect(await ofPatient(idUser)).toMatchObject([{ order: null }]);
    expect(await reasons(`${bare};4;${idUser}`)).toEqual([]);
    expect((await ofPatient(idUser))[0]).toMatchObject({ order: { folio } });
  });

  test('E-10.484: a name or birth date that is not the patient’s makes a row wait, found by folio or by id', async () => {
    const { idUser, folio } = await ordered('María José Íñiguez-Peña');
    const columns = {
      Folio: 'folio',
      ID: 'patient',
      Nombre: 'patientName',
      Nac: 'birthDate',
      Vol: 'volume',
    };
    let volume = 1;
    const reasons = async (who: string, name: string, birthDate: string) => {
      volume += 0.1;
      const row = `${who};"${name}";${birthDate};${volume.toFixed(1)}`;
      const { waited } = await deliver(`Folio;ID;Nombre;Nac;Vol\n${row}\n`, { columns });
      return waited.map(({ reason }) => reason);
    };
    for (const who of [`${folio};`, `;${idUser}`]) {
      for (const [name, birthDate] of [
        ['Otro', ''],
        ['María José López', ''],
        ['', '1990-10-13'],
        ['', '13/10/1990'],
        ['Maria Jose Iniguez Pena', '12-10-90'],
      ] as const) {
        expect(await reasons(who, name, birthDate), `${who} ${name}`).toEqual(['patient-differs']);
      }
      for (const [name, birthDate] of [
        ['ÍÑIGUEZ PEÑA, MARIA JOSE', '12/10/1990'],
        ['María José', '1990-10-12'],
        ['maria jose iniguez-pena de la o', ''],
        ['', ''],
        ['.', '12/10/1990 00:00'],
      ] as const) {
        expect(await reasons(who, name, birthDate), `${who} ${name}`).toEqual([]);
      }
    }
    expect(await ofPatient(idUser)).toHaveLength(10);
    const waiting = await received();
    const written = waiting.find(({ evidence }) => evidence.birthDate === '13/10/1990');
    expect(written).toMatchObject({ reason: 'patient-differs', evidence: { folio: null } });
    const found = await running().staff.get(
      `/v1/result/received-candidates?idReceived=${written?.idReceived}`,
    );
    const { patients } = (found.body as { data: { patients: ReceivedCandidate[] } }).data;
    expect(patients).toMatchObject([{ idUser, sameId: true, sameBirthDate: false }]);
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

  test('E-10.488: other values of the same day wait too, where one of the two has no hour', async () => {
    const columns = { ...usual, Fecha: 'collectedAt' };
    const id = await addPatient(db());
    const on = async (value: string, when: string) =>
      summary(
        await deliver(`ID;Volumen (mL);Concentración;PR;Fecha\n${id};${value};10;30;${when}\n`, {
          columns,
        }),
      ).slice(0, 2);
    expect(await on('2', '2026-10-12')).toEqual([1, 0]);
    expect(await on('3', '2026-10-12')).toEqual([0, 1]);
    expect(await on('3', '2026-10-12 08:00')).toEqual([0, 1]);
    expect(await on('3', '2026-10-13 08:00')).toEqual([1, 0]);
    expect(await on('4', '13/10/2026')).toEqual([0, 1]);
    expect((await received()).map(({ reason }) => reason)).toEqual(
      Array.from({ length: 3 }, () => 'other-values'),
    );
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

describe('a workbook of a laboratory', () => {
  const columns = {
    ID: 'patient',
    Fecha: 'collectedAt',
    Volumen: 'volume',
    Concentración: 'concentration',
    PR: 'progressiveMotility',
    Vitalidad: 'vitality',
  };
  const workbookOf = (...rows: CellValue[][]) =>
    writeXlsx({
      sheets: [
        {
          name: 'Enero',
          rows: [Object.keys(columns), ...rows],
          columns: [{}, { numFmt: 'dd/mm/yyyy hh:mm' }, {}, {}, { numFmt: '0%' }, {}],
        },
        { name: 'Otra', rows: [['nada']] },
      ],
    });

  test('E-10.538: is read as Excel shows it: days and hours, percentages, 15 digits, text with a comma', async () => {
    const idUser = await addPatient(db());
    const at = new Date('2026-01-14T08:40:00Z');
    const file = await workbookOf([idUser, at, 2.1, 14.499999999999998, 0.29, '55,5']);
    expect(summary(await deliver(file, { columns, fileName: 'enero.xlsx' }))).toEqual([1, 0, 0, 0]);
    const [set] = await ofPatient(idUser);
    // The clock of the clinic: a workbook has no zone.
    expect(set?.collectedAt).toBe('2026-01-14T14:40:00.000Z');
    expect(set?.values.filter(({ derived }) => derived === null)).toMatchObject([
      { analyte: 'volume', value: '2.1' },
      { analyte: 'concentration', value: '14.5' },
      { analyte: 'progressiveMotility', value: '29', unit: '%' },
      { analyte: 'vitality', value: '55.5' },
    ]);
  });

  test('E-10.539: the map is kept for the laboratory and study', async () => {
    const idUser = await addPatient(db());
    const row = (volume: number) => workbookOf([idUser, null, volume, 20, null, null]);
    await expect(deliver(await row(2), { columns: null })).rejects.toThrow(
      'Todavía no hay un mapa de columnas',
    );
    await deliver(await row(2), { columns, dryRun: true });
    await expect(deliver(await row(2), { columns: null })).rejects.toThrow(ImportRefused);
    await deliver(await row(2), { columns });
    expect(summary(await deliver(await row(3), { columns: null }))).toEqual([1, 0, 0, 0]);
    await expect(deliver(await row(3), { columns: null, examType: 'Hormonal' })).rejects.toThrow(
      ImportRefused,
    );
  });

  test('T-D5: one that unpacks to more than its limit, whatever it says, is damaged or has a password is refused', async () => {
    const sheet = deflateRawSync(Buffer.alloc(60 * 1024 * 1024, 0x20));
    const bomb = zipOf('xl/worksheets/sheet1.xml', sheet, 10);
    expect(bomb.length).toBeLessThan(100_000);
    await expect(deliver(bomb)).rejects.toThrow('es demasiado grande');
    const whole = Buffer.from(await workbookOf(['x', null, 1, 1, null, null]));
    for (const wrong of [
      whole.subarray(0, 200),
      whole.subarray(0, whole.length - 30),
      zipOf('a', Buffer.from('no'), 2),
      Buffer.from('PK\u0003\u0004'),
    ]) {
      await expect(deliver(wrong)).rejects.toThrow('está dañado o protegido');
    }
    const locked = await writeXlsx({
      sheets: [{ name: 'a', rows: [['ID']] }],
      encryption: { password: 'x', spinCount: 1000 },
    });
    await expect(deliver(locked)).rejects.toThrow('de un Excel antiguo o tiene contraseña');
  });

  /** A ZIP of one entry that says how long it is unpacked. */
  function zipOf(name: string, data: Buffer, said: number): Buffer {
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(data.length, 14);
    facts.writeUInt32LE(said, 18);
    facts.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, Buffer.from(name), data]);
    const central = Buffer.concat([
      Buffer.from('PK\u0001\u0002\u0014\u0000'),
      facts,
      Buffer.alloc(14),
      Buffer.from(name),
    ]);
    const end = Buffer.alloc(22);
    end.write('PK\u0005\u0006');
    end.writeUInt16LE(1, 8);
    end.writeUInt16LE(1, 10);
    end.writeUInt32LE(central.length, 12);
    end.writeUInt32LE(local.length, 16);
    return Buffer.concat([local, central, end]);
  }
});
