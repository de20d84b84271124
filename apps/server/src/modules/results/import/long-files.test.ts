import { describe, expect, test } from 'vitest';
import { parseTable } from '../../../platform/tables/parse-table.ts';
import { tableLimits } from '../../../platform/tables/table-limits.ts';
import { sharedApplication } from '../../../testing/application.ts';
import { addPatient } from '../../../testing/records.ts';
import { laboratoryFiles } from '../../../testing/results/laboratory-files.ts';
import { valuesByAnalyte } from '../../../testing/results/laboratory-messages.ts';
import { describeColumns } from './read-map.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const { deliver, findSets } = laboratoryFiles(testApp);
const newPatient = () => addPatient(testApp().database.db);
const columns = {
  Px: 'patient',
  Toma: 'collectedAt',
  Prueba: 'test',
  Resultado: 'result',
  Unidades: 'unit',
  Referencia: 'range',
  Bandera: 'flag',
};
const head = 'Px;Toma;Prueba;Resultado;Unidades;Referencia;Bandera';
const toFile = (...lines: readonly string[]) => `${[head, ...lines].join('\n')}\n`;
const at = '13/01/2026 08:40';

async function importLines(...lines: readonly string[]) {
  const id = await newPatient();
  const file = toFile(...lines.map((line) => `${id};${line}`));
  const { refused } = await deliver(file, { columns, examType: 'Hormonal' });
  const [set, other] = await findSets(id);
  expect(other).toBeUndefined();
  return set ? valuesByAnalyte(set) : refused.map(({ problem }) => problem).join(' | ');
}

describe('E-10.3715: a results file with a row for each analyte', () => {
  test('the rows of a patient and time are one sample, with units, ranges and flags', async () => {
    const [one, two] = [await newPatient(), await newPatient()];
    const file = toFile(
      `${one};${at};FSH;25.1;mUI/mL;1.5 - 12.4;H`,
      `${two};${at};FSH;4.2;mUI/mL;1.5 - 12.4;`,
      `${one};${at};Hormona luteinizante (LH);5,1;mUI/mL;1.7 - 8.6;`,
      `${one};${at};Testosterona total;10.8 nmol/L *;;;`,
      `${one};${at};Glucosa;92;mg/dL;70 - 100;`,
      `${one};14/01/2026 08:40;FSH;24;mUI/mL;;`,
    );
    const outcome = await deliver(file, { columns, examType: 'Hormonal' });
    expect(outcome).toMatchObject({ rows: 3, entered: 3, refused: [] });
    const set = (await findSets(one)).find(({ collectedAt }) => collectedAt?.includes('-13T'));
    expect(set?.values).toMatchObject([
      { analyte: 'fsh', value: '25.1', range: '1.5 - 12.4', laboratoryFlag: 'H' },
      { analyte: 'lh', value: '5.1', unit: 'mUI/mL' },
      { analyte: 'testosterone', value: '10.8', unit: 'nmol/L', laboratoryFlag: '*' },
      { analyte: null, name: 'Glucosa', value: '92', unit: 'mg/dL', range: '70 - 100' },
    ]);
    expect(await deliver(file, { columns, examType: 'Hormonal' })).toMatchObject({ repeated: 3 });
  });

  test('abstinence is a fact of the sample, and a text such as «Ninguna» is zero', async () => {
    const id = await newPatient();
    const file = toFile(
      `${id};${at};Días de abstinencia;3;días;2 a 7;`,
      `${id};${at};Concentración;No se observan espermatozoides;millones/mL;;`,
      `${id};${at};Aspecto;Opalescente;;;`,
    );
    await deliver(file, { columns });
    const [set] = await findSets(id);
    expect(set?.abstinenceDays).toBe('3');
    expect(set && valuesByAnalyte(set)).toMatchObject({
      concentration: '0',
      Aspecto: 'Opalescente',
    });
  });

  test.each([
    ['a repeated analyte', [`${at};FSH;4;mUI/mL;;`, `${at};FSH;5;mUI/mL;;`], /FSH.*dos veces/],
    ['an ambiguous number', [`${at};FSH;1,200;mUI/mL;;`, `${at};LH;5;mUI/mL;;`], /1200 o 1.2/],
    ['an ambiguous number of another analyte', [`${at};Glucosa;1,200;mg/dL;;`], /1200 o 1.2/],
    ['another unit', [`${at};FSH;4;mg/dL;;`], /unidad/],
    ['no unit of several', [`${at};Testosterona total;300;;;`], /unidad/],
    ['a flag without a unit of several', [`${at};Testosterona total;300 H;;;`], /unidad/],
    ['a wrong date', ['hoy;FSH;4;mUI/mL;;'], /fecha/],
    ['no value', [`${at};FSH;;mUI/mL;;`], /ningún valor/],
  ])('%s rejects its sample', async (_, lines, problem) => {
    expect(await importLines(...lines)).toMatch(problem);
  });

  test.each([
    ['a text proves no decimal mark', ['Cultivo;E. coli > 100,000;;;', 'FSH;1,200;mUI/mL;;']],
    [
      'thousands of another analyte decide nothing in a file with decimal commas',
      ['Concentración;14,000,000;/mL;;', 'Volumen;5,2;mL;;', 'FSH;1,200;mUI/mL;;'],
    ],
  ])('E-10.3731: %s', async (_, lines) => {
    expect(await importLines(...lines.map((line) => `${at};${line}`))).toMatch(/1200 o 1.2/);
  });

  test('E-10.3730: values, units and flags are told apart', async () => {
    const rows: readonly (readonly [string, object])[] = [
      ['Eritrocitos;10 A 150;/campo;;', { text: '10 A 150 /campo', value: null }],
      ['VDRL;1/80;;;', { text: '1/80', value: null }],
      ['Volumen urinario;2.5 L;;;', { value: '2.5', unit: 'L', laboratoryFlag: null }],
      ['Glucosa;48 H;mg/dL;;', { value: '48', unit: 'mg/dL', laboratoryFlag: 'H' }],
      ['pH;7.5;-;-;-', { value: '7.5', range: null, laboratoryFlag: null }],
      ['FSH;4;mUI/mL;;No', { value: '4', laboratoryFlag: null }],
      ['FSH;H 10.5;mUI/mL;;', { value: '10.5', laboratoryFlag: 'H' }],
    ];
    const ids = await Promise.all(rows.map(newPatient));
    const file = toFile(...rows.map(([line], row) => `${ids[row]};${at};${line}`));
    await deliver(file, { columns, examType: 'Hormonal' });
    for (const [row, [line, value]] of rows.entries()) {
      expect((await findSets(ids[row] ?? ''))[0]?.values, line).toMatchObject([value]);
    }
  });

  test.each([
    ['no', '', '3-5', { completeSample: false, values: { Abstinencia: '3-5', fsh: '4', lh: '5' } }],
    ['no', 'sí', '3', /Muestra completa/],
  ])('E-10.3732: the rows of a sample agree: «%s», «%s»', async (one, two, days, expected) => {
    const id = await newPatient();
    const file = `Px;Toma;Prueba;Resultado;C;A\n${id};${at};FSH (mUI/mL);4;${one};${days}\n${id};${at};LH (mUI/mL);5;${two};${days}\n`;
    const facts = { C: 'completeSample', A: 'abstinenceDays' };
    const { Px, Toma, Prueba, Resultado } = columns;
    const map = { Px, Toma, Prueba, Resultado, ...facts };
    const { refused } = await deliver(file, { columns: map, examType: 'Hormonal' });
    const [set] = await findSets(id);
    const sample = set && { completeSample: set.completeSample, values: valuesByAnalyte(set) };
    const isText = expected instanceof RegExp;
    expect(sample ?? refused[0]?.problem).toEqual(
      isText ? expect.stringMatching(expected) : expected,
    );
  });

  test.each([
    'Paciente;Fecha de toma;Estudio;Analito;Resultado;Unidades;Valores de referencia',
    'ID paciente;Toma;Perfil;Parámetro;Valor;Unidad;Rango de referencia',
    'Folio;Toma;Sede;Estudio;Resultados;Unidad de medida;Referencia',
  ])('its columns are guessed: %s', async (headings) => {
    const row = 'x;13/01/2026;A;FSH;4;mUI/mL;1 - 12';
    const table = await parseTable(Buffer.from(`${headings}\n${row}\n`), tableLimits(100));
    const targets = describeColumns(null, table).map(({ target }) => target);
    expect(targets.slice(3)).toEqual(['test', 'result', 'unit', 'range']);
    expect(targets[2]).toBeNull();
  });

  test.each([
    [
      'Seminograma',
      [
        ['Biometría hemática;Leucocitos;7.5;10^3/µL', 'Leucocitos'],
        ['Espermatobioscopia;Leucocitos;0.5;10^6/mL', 'leukocytes'],
        ['Examen general de orina;pH;6;', 'pH'],
        ['Capacitación espermática;Concentración;80;10^6/mL', 'Concentración'],
        ['Perfil hormonal;FSH;4;mUI/mL', 'fsh'],
      ],
    ],
    [
      'Hormonal',
      [
        ['FSH post GnRH;FSH;4;mUI/mL', 'FSH'],
        [';pH;6;', 'pH'],
        [';Leucocitos;7.5;10^3/µL', 'Leucocitos'],
      ],
    ],
  ])(
    'E-10.3751: in %s a row of another study is stored under its own name',
    async (examType, rows) => {
      const ids = await Promise.all(rows.map(newPatient));
      const lines = rows.map(([line], row) => `${ids[row]};${at};${line}\n`);
      const file = `Px;Toma;Estudio;Prueba;Resultado;Unidades\n${lines.join('')}`;
      const { Px, Toma, Prueba, Resultado, Unidades } = columns;
      await deliver(file, { columns: { Px, Toma, Prueba, Resultado, Unidades }, examType });
      for (const [row, [line, name]] of rows.entries()) {
        const [set] = await findSets(ids[row] ?? '');
        expect(Object.keys(set ? valuesByAnalyte(set) : {}), line).toEqual([name]);
      }
    },
  );

  test.each([
    'Leucocitos;7.5;10^3/µL;4 - 11',
    'Leucocitos;7.5;K/uL;',
    'Leucocitos;7.5;x10^9/L;4.5-11.0',
    'Leucocitos;7500;/mm3;4500 - 11000',
    'Leucocitos;7.5;10^6/mL;4 - 11',
    'Leucocitos;10-15/campo;;',
    'Leucocitos;3;/campo;',
    'pH;6;;5.0 - 8.0',
  ])('E-10.3770: in a seminogram the row «%s» keeps the name of the laboratory', async (line) => {
    const id = await newPatient();
    const file = toFile(`${id};${at};${line};`, `${id};${at};Volumen;2;mL;;`);
    await deliver(file, { columns });
    const [name] = line.split(';');
    expect((await findSets(id))[0]?.values).toMatchObject([
      { analyte: 'volume' },
      { analyte: null, name },
    ]);
  });

  test.each([
    ['Leucocitos;0.5;millones/mL;< 1', 'leukocytes'],
    ['pH;7.8;;>= 7.2', 'ph'],
  ])('E-10.3770: in a seminogram the row «%s» is stored as %s', async (line, analyte) => {
    const id = await newPatient();
    await deliver(toFile(`${id};${at};${line};`), { columns });
    expect((await findSets(id))[0]?.values[0]?.analyte).toBe(analyte);
  });

  test.each([
    'Testosterona total (nmol/L);10.8;ng/dL;;',
    'Testosterona total;10.8 nmol/L;ng/dL;;',
    'Testosterona total (nmol/L);10.8 ng/dL;;;',
  ])('E-10.3771: the different units of the row «%s» reject its sample', async (line) => {
    expect(await importLines(`${at};${line}`)).toMatch(/unidades distintas: .* y .*\/L/);
  });

  test('E-10.3772: the texts of several rows with the same name are joined', async () => {
    const notes = ['Nota;Muestra hemolizada;;;', 'Nota;Repetido;;;'].map((one) => `${at};${one}`);
    expect(await importLines(`${at};FSH;5;mUI/mL;;`, ...notes)).toEqual({
      fsh: '5',
      Nota: 'Muestra hemolizada\nRepetido',
    });
  });

  test.each([
    ['FSH;4.5 (1.5-12.4);mUI/mL;;', { value: '4.5', range: '1.5-12.4', flag: 'within' }],
    ['FSH;4,5 mUI/mL [1,5 - 12,4];;;', { value: '4.5', range: '1,5 - 12,4' }],
    ['FSH;14.5 H (1.5-12.4);mUI/mL;;', { laboratoryFlag: 'H', flag: 'above' }],
    ['FSH;14.5 (1.5-12.4) H;mUI/mL;;', { laboratoryFlag: 'H', flag: 'above' }],
    ['FSH;4.5 (1.5-12.4);mUI/mL;2-10;', { range: '2-10; 1.5-12.4', flag: null }],
    ['FSH;4.5 (2-10) mUI/mL;;1.5-12.4;', { value: '4.5', range: '1.5-12.4; 2-10' }],
    ['Glucosa;92 (70-100) (60-110);mg/dL;;', { text: '92 (70-100) (60-110) mg/dL', range: null }],
    ['Glucosa;5 (1-3) y 6 (2-4);;;', { text: '5 (1-3) y 6 (2-4)', range: null }],
    ['Nota;12 quistes de 3 mm (2-4);;;', { text: '12 quistes de 3 mm (2-4)' }],
    ['Factor Rh;-;;;', { text: '-' }],
    ['Factor Rh;(-);;;', { text: '(-)' }],
    ['Proteínas;+++;;;', { text: '+++' }],
    ['Glucosa (mmol/L);5.1;mg/dL;;', { text: '5.1 mg/dL', value: null }],
    ['Proteínas;+2;;;', { text: '+2', value: null }],
    ['Lote;00123;;;', { text: '00123', value: null }],
  ])('E-10.3771, E-10.3773, E-10.3774: the row «%s»', async (line, value) => {
    const id = await newPatient();
    await deliver(toFile(`${id};${at};${line}`), { columns, examType: 'Hormonal' });
    expect((await findSets(id))[0]?.values).toMatchObject([value]);
  });

  test.each(['FSH;-;mUI/mL;;', 'FSH;---;;;', 'Glucosa;-;mg/dL;;', 'Glucosa;--;;70 - 100;'])(
    'E-10.3774: the row «%s» has no result',
    async (line) => {
      expect(await importLines(`${at};${line}`)).toMatch(/ningún valor/);
    },
  );

  test.each([';-;;;', '-;-;-;-;-'])('E-10.3774: the row «%s» of dashes is empty', async (line) => {
    expect(await importLines(`${at};FSH;5;mUI/mL;;`, `${at};${line}`)).toEqual({ fsh: '5' });
  });

  test.each(['AZFc;-;;;', 'AZFc;(-);;;', 'AZFc;+;;;', 'AZFc;Ausente;;;'])(
    'E-10.3774, E-10.4012: the ambiguous sign «%s» of a deletion rejects its sample',
    async (line) => {
      const lines = [`${at};AZFa;Presente;;;`, `${at};${line}`];
      expect(await importLines(...lines)).toMatch(
        /AZFc: .* Elige una de las opciones: Presente o Ausente \(microdeleción\)\./,
      );
    },
  );

  test('E-10.3775: a longer name, unit, range, flag or text is cut visibly', async () => {
    const id = await newPatient();
    const long = (text: string, length: number) => text.repeat(length / text.length + 1);
    const row = [long('Prueba ', 200), '5', long('u', 60), long('rango ', 200), long('H ', 200)];
    const text = `Nota;${long('a', 4000)};;;`;
    const file = toFile(`${id};${at};${row.join(';')}`, `${id};${at};${text}`);
    await deliver(file, { columns, examType: 'Hormonal' });
    const [number, note] = (await findSets(id))[0]?.values ?? [];
    const { name, unit, range, laboratoryFlag } = number ?? {};
    const texts = [name, unit, range, laboratoryFlag, note?.text].map((one) => one ?? '');
    expect(texts.map(({ length }) => length)).toEqual([200, 60, 200, 200, 4000]);
    expect(texts.map((one) => one.at(-1))).toEqual(texts.map(() => '…'));
  });

  test.each(['', '-'])(
    'E-10.3776: a result with the name «%s» rejects its sample',
    async (name) => {
      const lines = [`${at};FSH;5;mUI/mL;;`, `${at};${name};6;mUI/mL;;`];
      expect(await importLines(...lines)).toMatch(/Línea 3: «6» no tiene el nombre/);
    },
  );

  test.each([
    ['FSH;No se detectó;mUI/mL;;', /FSH: «No se detectó». Escribe un número/],
    ['FSH;Ausente;mUI/mL;;', /Escribe un número/],
    ['FSH;Pendiente;mUI/mL;;', /FSH: «Pendiente». Escribe un número/],
    ['LH;12.5 o 13;mUI/mL;;', /LH: «12.5 o 13». Escribe un número/],
    ['LH;mUI/mL;;;', /LH: «mUI\/mL». Escribe un número/],
  ])('E-10.3778: the words «%s» for a number are named', async (line, expected) => {
    expect(await importLines(`${at};${line}`)).toMatch(expected);
  });

  test('E-10.3785: the method and the completeness of a sample are read from its rows', async () => {
    const id = await newPatient();
    const facts = ['Método;Makler;;;', 'Muestra completa;No;;;', 'Volumen;2;mL;;'];
    await deliver(toFile(...facts.map((line) => `${id};${at};${line}`)), { columns });
    const [set] = await findSets(id);
    expect(set).toMatchObject({ method: 'Makler', completeSample: false });
    expect(set && valuesByAnalyte(set)).toEqual({ volume: '2' });
    const other = await importLines(`${at};Muestra completa;Se perdió el inicio;;;`);
    expect(other).toEqual({ 'Muestra completa': 'Se perdió el inicio' });
  });

  test.each([
    ['Concentración;1.5 x 10^6;/mL;;', { concentration: '1500000' }],
    ['Concentración (/mL);< 1,5 × 10⁶;;;', { concentration: '<1500000' }],
    ['Concentración;1,234 x 10^6;/mL;;', /unidades distintas/],
    ['Cuenta de colonias;1 x 10^5;UFC/mL;;', { colonyCount: '100000' }],
    ['Concentración;1.5 x 10^6;millones/mL;;', /unidades distintas/],
  ])('E-10.3786: the power of ten of the row «%s»', async (line, expected) => {
    const stored = await importLines(`${at};${line}`);
    expect(stored).toEqual(expected instanceof RegExp ? expect.stringMatching(expected) : expected);
  });

  test('E-10.3786: a power of ten in a column of an analyte', async () => {
    const id = await newPatient();
    const file = `ID;Concentración (/mL)\n${id};1.5 x 10^6\n`;
    const map = { ID: 'patient', 'Concentración (/mL)': 'concentration' };
    await deliver(file, { columns: map });
    const [value] = (await findSets(id))[0]?.values ?? [];
    expect(value).toMatchObject({ value: '1500000', unit: '/mL' });
  });

  test('E-10.3787: a file with rows of urine or blood has no uncertain rows of semen', async () => {
    const [semen, urine, both, other] = await Promise.all([1, 2, 3, 4].map(newPatient));
    const rows = [
      [semen, 'Concentración;20;10^6/mL', 'Color;Gris;', 'pH;7.8;', 'Leucocitos;0.5;10^6/mL'],
      [
        urine,
        'Densidad;1.020;',
        'Color;Amarillo;',
        'pH;7;',
        'Volumen;10;mL',
        'Volumen seminal;3;mL',
      ],
      [both, 'Concentración;20;10^6/mL', 'Hematocrito;45;%', 'Leucocitos;7.5;10^6/mL', 'pH;7.8;'],
      [other, 'Color;Ámbar;', 'pH;6.5;'],
    ];
    const lines = rows.flatMap(([id, ...ofPatient]) =>
      ofPatient.map((row) => `${id};${at};${row};;`),
    );
    await deliver(toFile(...lines), { columns });
    const sets = await Promise.all([semen, urine, both, other].map((id) => findSets(id ?? '')));
    expect(sets.map(([set]) => set && Object.keys(valuesByAnalyte(set)).toSorted())).toEqual([
      ['colour', 'concentration', 'leukocytes', 'ph'],
      ['Color', 'Densidad', 'Volumen', 'pH', 'volume'],
      ['Hematocrito', 'Leucocitos', 'concentration', 'ph'],
      ['Color', 'pH'],
    ]);
  });

  test.each(['FSH;#¡DIV/0!;mUI/mL;;', 'Nota;#N/A;;;', 'Nota;=B2*10;;;'])(
    'E-10.3779: the row «%s» of a spreadsheet rejects its sample',
    async (line) => {
      expect(await importLines(`${at};${line}`)).toMatch(/La hoja de cálculo lo cambió/);
    },
  );

  test('E-10.3782: the abstinence in a row and in a column of its sample agree', async () => {
    const id = await newPatient();
    const file = `Px;Toma;Prueba;Resultado;A\n${id};${at};FSH (mUI/mL);4;3\n${id};${at};Abstinencia;5;3\n`;
    const { Px, Toma, Prueba, Resultado } = columns;
    const map = { Px, Toma, Prueba, Resultado, A: 'abstinenceDays' };
    const { refused } = await deliver(file, { columns: map, examType: 'Hormonal' });
    expect(refused[0]?.problem).toMatch(/abstinencia: los renglones no coinciden/);
  });

  test('E-10.3752: a file with columns of analytes, a study and a conclusion has no rows of analytes', async () => {
    const file = 'Paciente;Estudio;FSH (mUI/mL);Resultado\nx;Perfil;4;Normal\n';
    const table = await parseTable(Buffer.from(file), tableLimits(100));
    const targets = describeColumns(null, table).map(({ target }) => target);
    expect(targets).toEqual(['patient', null, 'fsh', null]);
  });

  test('a file with a column for each analyte has no rows of analytes', async () => {
    const table = await parseTable(
      Buffer.from('Paciente;Estudio;FSH;Unidades;Referencia\nx;A;4;mUI/mL;1 - 12\n'),
      tableLimits(100),
    );
    const targets = describeColumns(null, table).map(({ target }) => target);
    expect(targets).toEqual(['patient', null, 'fsh', null, null]);
  });

  test.each([
    [{ Px: 'patient', Prueba: 'test' }, /resultado/],
    [
      { Px: 'patient', Prueba: 'test', Resultado: 'result', Bandera: 'fsh' },
      /columna de un analito/,
    ],
  ])('a map with only a part of the columns is rejected: %o', async (map, message) => {
    const file = toFile(`x;${at};FSH;4;mUI/mL;;`);
    await expect(deliver(file, { columns: map })).rejects.toThrow(message);
  });
});
