import { describe, expect, test } from 'vitest';
import { sharedApplication } from '../../../testing/application.ts';
import { addPatient } from '../../../testing/records.ts';
import {
  laboratoryFiles,
  summary,
  USUAL_COLUMNS,
} from '../../../testing/results/laboratory-files.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const db = () => testApp().database.db;
const { laboratoryId, deliver, findSets, received } = laboratoryFiles(testApp);

describe('a file of a laboratory', () => {
  test('E-10.430: decimal commas, a byte order mark, quotes and padded headings are read, and stored exactly', async () => {
    const idUser = await addPatient(db());
    const file = `\uFEFF"ID"; Volumen (mL) ;CONCENTRACIÓN;PR\r\n "${idUser}" ;"2,10";14,5;34 %\r\n`;
    expect(summary(await deliver(file))).toEqual([1, 0, 0, 0]);
    const [set] = await findSets(idUser);
    expect(set).toMatchObject({
      examType: 'Seminograma',
      status: 'capturado',
      source: 'csv',
      laboratory: { idPartner: laboratoryId() },
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
      expect((await findSets(id))[0]?.values[0]).toMatchObject({ value: '2.5', unit: 'mL' });
    }
  });

  test('E-10.481: a comma before three digits is decimal if the file or the map proves it, and otherwise rejected', async () => {
    const read = async (file: (id: string) => string, columns: object = USUAL_COLUMNS) => {
      const id = await addPatient(db());
      const { refused } = await deliver(file(id), { columns });
      const [set] = await findSets(id);
      return set?.values.slice(0, 2).map(({ value }) => value) ?? refused[0]?.problem;
    };
    const two = 'Se lee de dos maneras. Escribe 2345 o 2.345.';
    const commaCsv = (volume: string, concentration: string) => (id: string) =>
      `ID,Volumen (mL),Concentración,PR\n${id},"${volume}","${concentration}",30\n`;
    expect(await read(commaCsv('2,345', '14,5'))).toEqual(['2.345', '14.5']);
    expect(await read(commaCsv('2,345', '0,123'))).toEqual(['2.345', '0.123']);
    expect(await read(commaCsv('2,345', '14'))).toBe(`Volumen (mL): «2,345». ${two}`);
    expect(await read(commaCsv('< 2,345', '14.5'))).toBe(`Volumen (mL): «< 2,345». ${two}`);
    expect(await read(commaCsv('2,345', '14'), { ...USUAL_COLUMNS, decimal: ',' })).toEqual([
      '2.345',
      '14',
    ]);
    expect(await read(commaCsv('2.345', '14.5'))).toEqual(['2.345', '14.5']);
    expect(await read(commaCsv('2.345', '14'))).toEqual(['2.345', '14']);
    expect(await read(commaCsv('2.345', '14,5'))).toBe(`Volumen (mL): «2.345». ${two}`);
    const semicolonCsv = (volume: string, concentration: string) => (id: string) =>
      `\uFEFFID;Volumen (mL);Concentración;PR\n${id};${volume};${concentration};30\n`;
    // Semicolons prove nothing: Mexican programs use them beside thousands commas.
    expect(await read(semicolonCsv('2,345', '14'))).toBe(`Volumen (mL): «2,345». ${two}`);
    expect(await read(semicolonCsv('2,345', '14,5'))).toEqual(['2.345', '14.5']);
    expect(await read(semicolonCsv('2,345', '14.5'))).toBe(`Volumen (mL): «2,345». ${two}`);
    const pointed = { ...USUAL_COLUMNS, decimal: '.' };
    expect(await read(semicolonCsv('2,345', '14'), pointed)).toBe(`Volumen (mL): «2,345». ${two}`);
    // A column may have this heading.
    const makeCsv = (id: string) => `ID,decimal\n${id},2\n`;
    expect(await read(makeCsv, { ID: 'patient', decimal: 'volume' })).toEqual(['2']);
    const abstinence = (id: string) => `ID,Volumen (mL),Abst\n${id},2,"1,500 días"\n`;
    const columns = { ID: 'patient', 'Volumen (mL)': 'volume', Abst: 'abstinenceDays' };
    expect(await read(abstinence, columns)).toMatch(/^Abst: «1,500 días»\. Se lee de dos maneras/);
    const unitlessCsv = (id: string) => `ID,Volumen (mL),Abst\n${id},2,72\n`;
    expect(await read(unitlessCsv, columns)).toMatch(/^Abst: «72»\. Escribe si son días u horas/);
    const rangeCsv = (id: string) => `ID,Volumen (mL),Abst\n${id},2,72 (2-7 días)\n`;
    expect(await read(rangeCsv, columns)).toMatch(/^Abst: «72 \(.*\. Escribe si son días u horas/);
  });

  test('E-10.431: importing it again changes nothing, whatever the order of its columns and rows', async () => {
    const [one, other] = [await addPatient(db()), await addPatient(db())];
    const file = `ID;Volumen (mL);Concentración;PR\n${one};2;10;30\n${other};3;20;40\nnadie;1;1;1\n`;
    expect(summary(await deliver(file))).toEqual([2, 1, 0, 0]);
    expect(summary(await deliver(file))).toEqual([0, 0, 3, 0]);
    const turned = `PR;Concentración;Volumen (mL);ID\n40;20,0;3.0;${other}\n30;10;2;${one}\n`;
    expect(summary(await deliver(turned))).toEqual([0, 0, 2, 0]);
    expect(await findSets(one)).toHaveLength(1);
    expect(await received()).toHaveLength(1);
    // Another sample of the same man is another set.
    expect(summary(await deliver(`ID;Volumen (mL);Concentración;PR\n${one};2;11;30\n`))).toEqual([
      1, 0, 0, 0,
    ]);
  });

  test('E-10.431: a repeated row in a file is stored once, if it has the time of the sample', async () => {
    const id = await addPatient(db());
    const row = `${id};2;10;30;2026-10-12`;
    const file = `ID;Volumen (mL);Concentración;PR;Fecha\n${row}\n\n;;;;\n${row}\n`;
    const columns = { ...USUAL_COLUMNS, Fecha: 'collectedAt' };
    expect(await deliver(file, { columns })).toMatchObject({ rows: 2, entered: 1, repeated: 1 });
    const again = { columns, fileName: 'febrero.csv' };
    expect(await deliver(`${file}\n`, again)).toMatchObject({ entered: 0, repeated: 2 });
  });

  test('E-10.487: equal values without a date may belong to another sample, and wait; the same file again changes nothing', async () => {
    const id = await addPatient(db());
    const heads = 'ID;Volumen (mL);Concentración;PR';
    const twice = `${heads}\n${id};2;10;30\n${id};2;10;30\n`;
    expect(await deliver(twice)).toMatchObject({
      entered: 1,
      waitingLines: [{ line: 3, reason: 'maybe-repeated' }],
    });
    expect(summary(await deliver(twice))).toEqual([0, 0, 2, 0]);
    expect(summary(await deliver(twice, { fileName: 'copia.csv' }))).toEqual([0, 0, 2, 0]);
    // A longer list under the same file name is the same delivery.
    const grown = `${twice}${id};3;11;31\n`;
    expect(summary(await deliver(grown))).toEqual([1, 0, 2, 0]);
    expect(summary(await deliver(grown, { fileName: 'todo.csv' }))).toEqual([0, 0, 3, 0]);
    const later = { fileName: 'febrero.csv' };
    const other = `${heads}\n${id};2;10;30\n`;
    expect(await deliver(other, later)).toMatchObject({
      waitingLines: [{ reason: 'maybe-repeated' }],
    });
    expect(summary(await deliver(other, later))).toEqual([0, 0, 1, 0]);
    expect(await findSets(id)).toHaveLength(2);
    expect(await received()).toHaveLength(2);
  });

  test('E-10.486: «ND» for an analyte is rejected, because it may mean not detected; an «ND» date is empty', async () => {
    const id = await addPatient(db());
    const columns = { ...USUAL_COLUMNS, Color: 'colour', Abst: 'abstinenceDays' };
    const row = (volume: string, rest: string) =>
      `ID;Volumen (mL);Concentración;PR;Color;Abst\n${id};${volume};${rest}\n`;
    for (const words of ['ND', 'n.d.', 'N. D.']) {
      const { refused } = await deliver(row(words, '10;30;;'), { columns });
      expect(refused[0]?.problem, words).toBe(
        `Volumen (mL): «${words}». Puede ser «no detectado» o «no disponible». Escribe el límite, como «< 0.1», o deja la celda vacía.`,
      );
    }
    expect(summary(await deliver(row('N/D', '10;30;ND;ND'), { columns }))).toEqual([1, 0, 0, 0]);
    const [set] = await findSets(id);
    expect(set).toMatchObject({ abstinenceDays: null });
    expect(set?.values.map(({ analyte, text }) => [analyte, text]).slice(0, 2)).toEqual([
      ['colour', 'ND'],
      ['concentration', null],
    ]);
  });

  test('E-10.485: a column of receipt or analysis needs an hour in each cell', async () => {
    const id = await addPatient(db());
    const columns = { ...USUAL_COLUMNS, Toma: 'collectedAt', Análisis: 'analyzedAt' };
    const row = (analyzed: string) =>
      `ID;Volumen (mL);Concentración;PR;Toma;Análisis\n${id};2;10;30;2026-10-12 08:40;${analyzed}\n`;
    const { refused } = await deliver(row('13/10/2026'), { columns });
    expect(refused[0]?.problem).toBe(
      'Análisis: Falta la hora. Si el laboratorio solo escribe el día, quita la columna del mapa.',
    );
    const without = { ...columns, Análisis: null };
    expect(summary(await deliver(row('13/10/2026'), { columns: without }))).toEqual([1, 0, 0, 0]);
    expect((await findSets(id))[0]).toMatchObject({ analyzedAt: null, checks: [] });
    // Rows of one minute belong to one sample, which the later one completes.
    const later = await deliver(row('2026-10-12T09:28:00'), { columns });
    expect(later).toMatchObject({ entered: 0, changed: 1 });
    const completed = { analyzedAt: '2026-10-12T15:28:00.000Z' };
    expect(await findSets(id)).toMatchObject([completed]);
  });

  test('E-10.432: an invalid row is rejected with its line and column, and the others are imported', async () => {
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
    expect(summary(outcome)).toEqual([1, 1, 0, 4]);
    // 1 234.5 mL can be read, and waits.
    expect(outcome.waitingLines).toEqual([{ line: 8, reason: 'implausible' }]);
    expect(outcome.refused.map(({ line }) => line)).toEqual([2, 5, 6, 7]);
    expect(outcome.refused.map(({ problem }) => problem)).toMatchObject([
      expect.stringMatching(/^Volumen \(mL\): «mucho»\./),
      expect.stringMatching(/^PR: «130»\. Un porcentaje/),
      'Falta el paciente.',
      'No tiene ningún valor.',
    ]);
  });

  test('H-A11, E-10.1377, E-10.4020: a range of abstinence stays as written, and an amount is read in its unit', async () => {
    const written = [
      '3-5',
      '3 a 5 días',
      'de 3 días a 5 días',
      '3−5 d',
      '48 – 72 h',
      '3 d',
      '72 h',
    ];
    const columns = { ...USUAL_COLUMNS, Abst: 'abstinenceDays' };
    const stored = [];
    for (const abstinence of written) {
      const id = await addPatient(db());
      const file = `ID;Volumen (mL);Concentración;PR;Abst\n${id};2;10;30;${abstinence}\n`;
      expect(summary(await deliver(file, { columns }))).toEqual([1, 0, 0, 0]);
      const [set] = await findSets(id);
      const kept = set?.values.find(({ name }) => name === 'Abstinencia')?.text ?? null;
      stored.push([set?.abstinenceDays, kept]);
    }
    expect(stored).toEqual([
      [null, '3-5'],
      [null, '3 a 5 días'],
      [null, 'de 3 días a 5 días'],
      [null, '3−5 d'],
      [null, '48 – 72 h'],
      ['3', null],
      ['3', null],
    ]);
  });

  test('E-10.433: dates of the clinic, days without hours, and facts of the sample are read', async () => {
    const id = await addPatient(db());
    const columns = {
      ...USUAL_COLUMNS,
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
    expect(await findSets(id)).toMatchObject([
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

  test('E-10.433: a dry run has the same outcome and stores nothing', async () => {
    const id = await addPatient(db());
    const file = `ID;Volumen (mL);Concentración;PR\n${id};2;10;30\nnadie;2;10;30\n`;
    expect(summary(await deliver(file, { dryRun: true }))).toEqual([1, 1, 0, 0]);
    expect(await findSets(id)).toEqual([]);
    expect(await received()).toEqual([]);
    expect(summary(await deliver(file))).toEqual([1, 1, 0, 0]);
  });

  test('E-10.434: a file or map that does not match is rejected as a whole', async () => {
    const id = await addPatient(db());
    const file = `ID;Volumen (mL);Concentración;PR\n${id};2;10;30\n`;
    const rejections: [string | Uint8Array, object, RegExp][] = [
      ['', USUAL_COLUMNS, /vacío/],
      ['ID;Volumen (mL)\n', USUAL_COLUMNS, /solo tiene encabezados/],
      [new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0]), USUAL_COLUMNS, /XLSX está dañado/],
      [new Uint8Array([0x41, 0xff, 0, 0x3b, 0, 0, 1]), USUAL_COLUMNS, /no es un CSV/],
      [file, { ...USUAL_COLUMNS, pH: 'ph' }, /«pH» no está en el archivo. El archivo tiene: ID/],
      [file, { ID: 'patient' }, /ningún analito/],
      [file, { PR: 'progressiveMotility' }, /patient/],
      [file, { ...USUAL_COLUMNS, PR: 'movilidad' }, /«movilidad» no es un campo ni un analito/],
      [file, { ...USUAL_COLUMNS, PR: { analyte: 'volume' } }, /«volume» está en dos columnas/],
      [file, { ...USUAL_COLUMNS, PR: { analyte: 'fsh', unit: '%' } }, /FSH no se reporta en «%»/],
      [file, { ...USUAL_COLUMNS, PR: 3 }, /no es válido en «PR»/],
    ];
    for (const [bytes, columns, message] of rejections) {
      await expect(deliver(bytes, { columns }), String(message)).rejects.toThrow(message);
    }
    expect(await findSets(id)).toEqual([]);
  });
});

test('E-10.430: totals, index and positions of a series match values computed by hand', async () => {
  // Volume, concentration, normal forms, the four defects; then total, index, and whether it is under the 5th
  // centile of WHO 2021.
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
    const [set] = await findSets(ids[index] ?? '');
    const findValue = (key: string) => set?.values.find(({ analyte }) => analyte === key);
    expect(findValue('totalNumber')?.value).toBe(man[7]);
    expect(findValue('teratozoospermiaIndex')?.value).toBe(man[8]);
    const under = ['volume', 'concentration', 'totalNumber', 'normalForms'].filter((key) => {
      const below = findValue(key)?.centile?.below;
      return below != null && below <= 5;
    });
    // Only the total of the first man is under its 5th centile, 39.
    expect(under.length).toBe(index === 0 ? 1 : man[9]);
  }
});
