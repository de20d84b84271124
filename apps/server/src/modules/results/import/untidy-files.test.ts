import { describe, expect, test } from 'vitest';
import { parseTable } from '../../../platform/tables/parse-table.ts';
import { tableLimits } from '../../../platform/tables/table-limits.ts';
import { sharedApplication } from '../../../testing/application.ts';
import { addPatient } from '../../../testing/records.ts';
import { laboratoryFiles, summary } from '../../../testing/results/laboratory-files.ts';
import { describeColumns, readMap } from './read-map.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const { deliver, findSets } = laboratoryFiles(testApp);
const newPatient = () => addPatient(testApp().database.db);

async function importValues(
  file: (id: string) => string,
  columns: object,
  examType = 'Seminograma',
) {
  const id = await newPatient();
  const { refused, waitingLines } = await deliver(file(id), { columns, examType });
  const [set] = await findSets(id);
  const values = set?.values.filter(({ derived }) => derived === null);
  return (
    values?.map(({ value, unit }) => `${value} ${unit}`) ?? refused[0]?.problem ?? waitingLines
  );
}

const readColumns = async (file: string) =>
  describeColumns(null, await parseTable(Buffer.from(file), tableLimits(100)));

describe('units in headings of a results file', () => {
  test('H-A8, E-10.1303: the unit in a heading, in brackets or after the name, applies to its column', async () => {
    const read = (heading: string, value: string, analyte: string, examType?: string) =>
      importValues(
        (id) => `Px;${heading}\n${id};${value}\n`,
        { Px: 'patient', [heading]: analyte },
        examType,
      );
    expect(await read('Testosterona total (nmol/L)', '10.8', 'testosterone', 'Hormonal')).toEqual([
      '10.8 nmol/L',
    ]);
    expect(await read('Concentración (/mL)', '14000000', 'concentration')).toEqual([
      '14000000 /mL',
    ]);
    expect(await read('Testosterona ng/mL', '3', 'testosterone', 'Hormonal')).toEqual(['3 ng/mL']);
    expect(await read('Testosterona_nmol_L', '10', 'testosterone', 'Hormonal')).toEqual([
      '10 nmol/L',
    ]);
    expect(await read('Movilidad progresiva (PR) (%)', '30', 'progressiveMotility')).toEqual([
      '30 %',
    ]);
    expect(await read('FSH (suero) [m[IU]/mL]', '4', 'fsh', 'Hormonal')).toEqual(['4 mUI/mL']);
    // A cell with a unit.
    expect(await read('Testosterona (ng/dL)', '10.8 nmol/L', 'testosterone', 'Hormonal')).toEqual([
      '10.8 nmol/L',
    ]);
    expect(await read('Volumen', '2 %', 'volume')).toMatch(/no puede reportar/);
  });

  test.each(['Volumen (onzas)', 'Concentración (mill/campo)', 'Volumen mg/dL'])(
    'H-A8, E-10.1303: «%s» stops its column until a user chooses the unit',
    async (heading) => {
      const analyte = heading.startsWith('V') ? 'volume' : 'concentration';
      const unit = analyte === 'volume' ? 'mL' : '10*6/mL';
      const file = (id: string) => `Px;${heading}\n${id};2\n`;
      const stopped = importValues(file, { Px: 'patient', [heading]: analyte });
      await expect(stopped).rejects.toThrow(/no se conoce la unidad .* Elige la unidad/);
      expect((await readColumns(file('x')))[1]).toMatchObject({
        unit: null,
        unknownUnit: expect.any(String),
      });
      const chosen = { Px: 'patient', [heading]: { analyte, unit } };
      expect(await importValues(file, chosen)).toEqual([`2 ${unit}`]);
    },
  );
});

describe('files as laboratories write them', () => {
  test('H-A16, E-10.1304: separator line, titles, and a row of units are not data', async () => {
    const file = (id: string) =>
      `sep=;\r\nLaboratorio Río;;;\r\nEmitido;12/01/2026;;\r\n\r\nPaciente;Volumen;Concentración;PR\r\n;cc;(/mL);%\r\n${id};2,5;14,000,000;30\r\n`;
    const columns = {
      Paciente: 'patient',
      Volumen: 'volume',
      Concentración: 'concentration',
      PR: 'progressiveMotility',
    };
    expect(await importValues(file, columns)).toEqual(['2.5 mL', '14000000 /mL', '30 %']);
    expect((await readColumns(file('x'))).map(({ target, unit }) => [target, unit])).toEqual([
      ['patient', null],
      ['volume', 'mL'],
      ['concentration', '/mL'],
      ['progressiveMotility', '%'],
    ]);
  });

  test('H-A16, E-10.1304: thousands separators are recognised for each column', async () => {
    const column = async (...cells: readonly string[]) => {
      const id = await newPatient();
      const rows = cells.map((cell, day) => `${id}\t${cell}\t2026-01-0${day + 1}`).join('\n');
      const columns = {
        Px: 'patient',
        'Concentración (/mL)': 'concentration',
        Toma: 'collectedAt',
      };
      const outcome = await deliver(`Px\tConcentración (/mL)\tToma\n${rows}\n`, { columns });
      expect(outcome.refused).toEqual([]);
      const sets = await findSets(id);
      return sets
        .map(({ values }) => values.find(({ analyte }) => analyte === 'concentration')?.value)
        .toSorted();
    };
    expect(await column('14,000,000', '900,000')).toEqual(['14000000', '900000']);
    expect(await column('14.000.000', '900.000')).toEqual(['14000000', '900000']);
    expect(await column('14 000 000', '900\u00a0000')).toEqual(['14000000', '900000']);
    expect(await column('1,200,000.5')).toEqual(['1200000.5']);
  });

  test.each([
    ['1.200', /1200 o 1.2/],
    ['1,200', /1200 o 1.2/],
    ['1.250,5', '1250.5'],
  ])('E-10.3711: «%s» in a file with decimal commas and points is %s', async (cell, expected) => {
    const id = await newPatient();
    const columns = { Px: 'patient', V: 'volume', C: 'concentration', Toma: 'collectedAt' };
    const rows = [`${id};5,2;${cell};2026-01-01`, `${id};1.25;3;2026-01-02`];
    const { refused } = await deliver(`Px;V;C;Toma\n${rows.join('\n')}\n`, { columns });
    const [set] = (await findSets(id)).filter(({ collectedAt }) => collectedAt?.includes('-01-01'));
    const value = set?.values.find(({ analyte }) => analyte === 'concentration')?.value;
    expect(value ?? refused[0]?.problem).toEqual(
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
    );
  });

  test('E-10.3711: thousands with points in another column make «1.200» ambiguous', async () => {
    const columns = { Px: 'patient', V: 'volume', 'Concentración (/mL)': 'concentration' };
    const file = (id: string) => `Px;V;Concentración (/mL)\n${id};1.200;14.000.000\n`;
    expect(await importValues(file, columns)).toMatch(/1200 o 1.2/);
  });

  test('H-A16, E-10.1304: Spanish times are read, with any spaces', async () => {
    const read = async (time: string) => {
      const id = await newPatient();
      const columns = { Px: 'patient', V: 'volume', Toma: 'collectedAt' };
      const { refused } = await deliver(`Px;V;Toma\n${id};2;13/01/2026 ${time}\n`, { columns });
      return (await findSets(id))[0]?.collectedAt ?? refused[0]?.problem;
    };
    expect(await read('10:30\u00a0a.\u00a0m.')).toBe('2026-01-13T16:30:00.000Z');
    expect(await read('10:30\u202fp.\u202fm.')).toBe('2026-01-14T04:30:00.000Z');
    expect(await read('12:05 am')).toBe('2026-01-13T06:05:00.000Z');
    expect(await read('12:05:30 PM')).toBe('2026-01-13T18:05:00.000Z');
    expect(await read('9:30 hrs')).toBe('2026-01-13T15:30:00.000Z');
    expect(await read('13:05 p. m.')).toMatch(/La fecha no existe/);
  });

  test('H-A16, E-10.2005: the command line finds the headings that a user chose before', async () => {
    const [one, other] = [await newPatient(), await newPatient()];
    const columns = { Px: 'patient', V: 'volume' };
    const file = (id: string, ...titles: readonly string[]) =>
      [...titles, 'Px;V;Nota', `${id};2;buena`].join('\n');
    expect(summary(await deliver(file(one), { columns }))).toEqual([1, 0, 0, 0]);
    const titled = file(other, 'Laboratorio;Sucursal;Turno', 'Clavel;Norte;Matutino');
    expect(summary(await deliver(titled, { columns: null }))).toEqual([1, 0, 0, 0]);
    expect((await findSets(other))[0]?.values[0]).toMatchObject({ value: '2' });
  });

  test('H-A16, E-10.1305: the column proves the order of day and month, otherwise the user is asked', async () => {
    const columns = { Px: 'patient', V: 'volume', Toma: 'collectedAt' } as const;
    const file = (id: string, ...dates: readonly string[]) =>
      `Px;V;Toma\n${dates.map((date, index) => `${id};${index + 1};${date}`).join('\n')}\n`;
    const days = async (map: object, ...dates: readonly string[]) => {
      const id = await newPatient();
      const { refused } = await deliver(file(id, ...dates), { columns: map });
      expect(refused).toEqual([]);
      return (await findSets(id)).map(({ collectedAt }) => collectedAt?.slice(0, 10)).toSorted();
    };
    expect(await days(columns, '03/04/2026', '03/25/2026')).toEqual(['2026-03-04', '2026-03-25']);
    expect(await days(columns, '03/04/2026', '25/03/2026')).toEqual(['2026-03-25', '2026-04-03']);
    expect(await days(columns, '05/05/2026', '2026-03-04')).toEqual(['2026-03-04', '2026-05-05']);
    for (const dates of [['03/04/2026'], ['13/01/2026', '01/13/2026']]) {
      await expect(days(columns, ...dates)).rejects.toThrow(/va primero el día o el mes/);
    }
    const month = { ...columns, Toma: { field: 'collectedAt', order: 'month' } };
    expect(await days(month, '03/04/2026')).toEqual(['2026-03-04']);
    const table = await parseTable(Buffer.from(file('x', '03/04/2026')), tableLimits(9));
    expect(describeColumns(JSON.stringify(month), table)[2]).toMatchObject({
      order: 'month',
      asksOrder: true,
    });
    expect(readMap(JSON.stringify(month), table).columns[2]?.order).toBe('month');
  });

  test('H-A16, E-10.1304: usual headings are guessed', async () => {
    const headings = [
      'Folio',
      'Nombre del paciente',
      'Fecha de toma',
      'Concentración (millones/mL)',
      'Vol. (mL)',
      'Motilidad progresiva %',
      'Morfología normal (%)',
      'Horas de abstinencia',
      'Globulina transportadora (SHBG)',
      'Hormona folículo estimulante (FSH)',
      'Observaciones',
    ];
    const columns = await readColumns(
      `${headings.join(';')}\n${headings.map(() => '1').join(';')}\n`,
    );
    expect(columns.map(({ target, unit }) => [target, unit].filter(Boolean).join(' '))).toEqual([
      'folio',
      'patientName',
      'collectedAt',
      'concentration 10*6/mL',
      'volume mL',
      'progressiveMotility %',
      'normalForms %',
      'abstinenceDays',
      'shbg',
      'fsh',
      '',
    ]);
    expect(columns.map(({ unknownUnit }) => unknownUnit).filter(Boolean)).toEqual([]);
  });
});

describe('the meaning of a cell of results', () => {
  test('H-A10, E-10.1306: words for none are a count of zero with those words, and the pellet is required', async () => {
    const words = [
      'No se observan espermatozoides',
      'Ausencia de espermatozoides',
      'Azoospermia',
      'Sin espermatozoides',
    ];
    const ids = await Promise.all(words.map(newPatient));
    const rows = words.map((text, row) => `${ids[row]};${text}\n`).join('');
    const columns = { Px: 'patient', C: 'concentration' };
    expect(await deliver(`Px;C\n${rows}`, { columns })).toMatchObject({ entered: words.length });
    for (const [row, text] of words.entries()) {
      const [set] = await findSets(ids[row] ?? '');
      expect(set?.values[0]).toMatchObject({ value: '0', text });
      expect(set?.checks).toMatchObject([{ check: 'noneSeen' }]);
    }
    const other = await deliver(`Px;V\n${rows}`, { columns: { Px: 'patient', V: 'volume' } });
    expect(other.refused).toHaveLength(words.length);
  });

  test('H-A11, E-10.1306: an abstinence may have days or hours', async () => {
    const written = ['72 h', '3 d', '3 días', '60 hrs'];
    const ids = await Promise.all(written.map(newPatient));
    const rows = written.map((text, row) => `${ids[row]};2;${text}\n`).join('');
    const columns = { Px: 'patient', V: 'volume', A: 'abstinenceDays' };
    await deliver(`Px;V;A\n${rows}`, { columns });
    const sets = await Promise.all(ids.map(findSets));
    expect(sets.map(([set]) => set?.abstinenceDays)).toEqual(['3', '3', '3', '2.5']);
  });

  test.each([
    ['Abstinencia (horas)', '', '72', '3'],
    ['Horas de abstinencia', '', '72', '3'],
    ['Abstinencia', '(h)', '72', '3'],
    ['Abstinencia (horas)', '', '3 d', '3'],
    ['Abstinencia (días)', '', '72', '72'],
  ])(
    'H-A11, E-10.2006: «%s» «%s» with %s is an abstinence of %s days',
    async (heading, unit, cell, days) => {
      const id = await newPatient();
      const columns = { Px: 'patient', V: 'volume', [heading]: 'abstinenceDays' };
      const units = unit === '' ? '' : `;mL;${unit}\n`;
      await deliver(`Px;V;${heading}\n${units}${id};2;${cell}\n`, { columns });
      expect((await findSets(id))[0]?.abstinenceDays).toBe(days);
    },
  );

  test('H-A11, E-10.2006: a range of hours keeps its unit, and another unit stops the column', async () => {
    const id = await newPatient();
    const read = (heading: string) => {
      const columns = { Px: 'patient', V: 'volume', [heading]: 'abstinenceDays' };
      return deliver(`Px;V;${heading}\n${id};2;48-72\n`, { columns });
    };
    await expect(read('Abstinencia (semanas)')).rejects.toThrow(/en días o en horas/);
    await read('Abstinencia (h)');
    expect((await findSets(id))[0]?.values).toMatchObject([{}, { text: '48-72 h' }]);
  });

  test('H-A16, E-10.2006: a number in scientific notation of a spreadsheet is reported', async () => {
    const read = await importValues((id) => `Px;C\n${id};1.4E+07\n`, {
      Px: 'patient',
      C: { analyte: 'concentration', unit: '/mL' },
    });
    expect(read).toMatch(/^C: «1.4E\+07»\. La hoja de cálculo lo cambió/);
  });
});

describe('E-10.2884: a heading of another moment, specimen, opposite or column', () => {
  test.each([
    'LH (30 min)',
    'Leucocitos (10^3/µL)',
    'LH (post GnRH)',
    'Leucocitos (orina)',
    'Volumen (testículo derecho)',
    'Concentración (post-capacitación)',
    'AZFa (deleción)',
  ])('«%s» is not taken for its analyte', async (heading) => {
    const [, column] = await readColumns(`Px;${heading}\nP;1\n`);
    expect(column).toMatchObject({ heading, target: null });
  });

  test('a column name that two columns have is rejected, because one of them would be lost', async () => {
    const file = (id: string) => `Px;FSH;FSH\n${id};1;2\n`;
    const columns = { Px: 'patient', FSH: 'fsh' };
    await expect(importValues(file, columns, 'Hormonal')).rejects.toThrow(/varias veces/);
  });

  test('a chosen column of a deletion is rejected, because its words mean the opposite', async () => {
    const columns = { Px: 'patient', 'Deleción AZFa': 'azfA' };
    const file = (id: string) => `Px;Deleción AZFa\n${id};Presente\n`;
    await expect(importValues(file, columns, 'Microdelesiones')).rejects.toThrow(/la deleción/);
  });
});

test('H-A16, E-10.3509: two rows of headings are read together', async () => {
  const file = (id: string) =>
    `Px,Macroscópico,,Microscópico\n,Volumen (mL),pH,Concentración (10^6/mL)\n${id},2.5,7.8,45\n`;
  const columns = { Px: 'patient', 'Volumen (mL)': 'volume', pH: 'ph' };
  const all = { ...columns, 'Concentración (10^6/mL)': 'concentration' };
  expect(await importValues(file, all)).toEqual(['2.5 mL', '7.8 pH', '45 10*6/mL']);
});

test('H-A8, E-10.3509: a column of units that is not beside its values stops the import', async () => {
  const file = (id: string) => `Px,Unidad,Testosterona\n${id},nmol/L,10.8\n`;
  const read = (testosterone: string | object) =>
    importValues(file, { Px: 'patient', Testosterona: testosterone }, 'Hormonal');
  await expect(read('testosterone')).rejects.toThrow(/Elige la unidad/);
  expect(await read({ analyte: 'testosterone', unit: 'nmol/L' })).toEqual(['10.8 nmol/L']);
});
