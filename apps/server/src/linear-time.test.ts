import { parseWireDate } from '@simiente/contract/common/dates';
import { readPhone } from '@simiente/contract/common/phones';
import { searchWords } from '@simiente/contract/common/search-words';
import { nameText, normalCase, personName, visibleText } from '@simiente/contract/common/text';
import { escapeFormula } from '@simiente/contract/format/spreadsheet-text';
import { suggestPartnerId } from '@simiente/contract/partners/fields';
import { normalizeCurp, readCurp } from '@simiente/contract/patients/curp';
import { patientFields, phoneDigits } from '@simiente/contract/patients/fields';
import { personFields } from '@simiente/contract/people/columns';
import { readPerson } from '@simiente/contract/people/read-person';
import { assignAuthors } from '@simiente/contract/reports/authorship';
import { checkFigures } from '@simiente/contract/reports/guard/check-figures';
import { splitSentences } from '@simiente/contract/reports/sentences';
import { withoutMarkup } from '@simiente/contract/reports/without-markup';
import { readDecimal } from '@simiente/contract/results/decimal';
import { isNoneSeen, readQuantity } from '@simiente/contract/results/quantity';
import { readRange } from '@simiente/contract/results/range';
import { expect, test } from 'vitest';
import { isFullRun } from '../../../scripts/test-length.mjs';
import { guessColumns } from './modules/people-import/guess-columns.ts';
import { unescapeText } from './modules/results/hl7/decode.ts';
import { parseMessage } from './modules/results/hl7/read-message.ts';
import { confirmsAnalyte } from './modules/results/import/analyte-names.ts';
import { findDecimalMarks } from './modules/results/import/decimal-marks.ts';
import { guessAnalyte } from './modules/results/import/headings.ts';
import { describeColumns as describeResults, readMap } from './modules/results/import/read-map.ts';
import { readRow } from './modules/results/import/read-row.ts';
import { readWrittenDay } from './modules/results/import/same-sample.ts';
import { parseTable } from './platform/tables/parse-table.ts';
import { tableLimits } from './platform/tables/table-limits.ts';

const HEADINGS = ['ID', 'Volumen', 'Fecha', 'Abstinencia', 'Licuefacción'];
const makeSheet = (...headings: readonly string[]) => ({
  headings: ['ID', ...headings],
  units: [],
  rows: [{ line: 1, cells: ['', ...headings] }],
  headingLine: 1,
  firstRows: [],
  sheets: [],
  sheet: 0,
  unread: [],
  hidden: [],
  is1904: false,
});
const { columns } = readMap(
  '{"ID":"patient","Volumen":"volume","Fecha":"collectedAt","Abstinencia":"abstinenceDays","Licuefacción":"liquefaction"}',
  { ...makeSheet(...HEADINGS.slice(1)), rows: [] },
);
const peopleColumns = personFields.map((field, index) => ({ index, field, heading: field }));
const PEOPLE = { kind: 'patients', today: '2026-11-27', is1904: false } as const;
const marks = () => ({ commaIsDecimal: true, pointIsDecimal: true, thousands: ',' as const });
const HEADER = 'MSH|^~\\&|LIS|RIO|S||20260114||ORU^R01|C1|P|2.5.1\rNTE|1||';

const RESULTS = [
  ['fsh', 'mUI/mL'],
  ['progressiveMotility', '%'],
].map(([analyte = '', unit = '']) => ({
  ...{ analyte, unit, name: null, comparator: null, value: '4.5', range: null },
  ...{ idValue: analyte, collectedAt: '2026-10-12T15:00:00.000Z', laboratory: 'Río' },
  ...{ examType: 'Seminograma', whoEdition: 6 as const },
}));

/** Parsers of external text. Only their time is measured, so their results are ignored. */
const parsers: Readonly<Record<string, (text: string) => unknown>> = {
  'decimal marks': (text) =>
    findDecimalMarks(
      { ...makeSheet(), rows: [{ line: 1, cells: HEADINGS.map(() => text) }] },
      columns,
      null,
    ),
  'a row of a table': (text) =>
    readRow(
      HEADINGS.map(() => text),
      columns,
      { timeZone: 'UTC', marks, is1904: false },
    ),
  'a CSV file': (text) =>
    parseTable(Buffer.from(`a;b\n${text}`), tableLimits(100_000)).catch(() => {}),
  'an HL7 message': (text) => ignoreRejection(() => parseMessage(Buffer.from(HEADER + text))),
  'text of HL7': unescapeText,
  'a report': withoutMarkup,
  sentences: splitSentences,
  'the figures of a report': (text) => checkFigures(text, RESULTS, 'UTC'),
  authors: (text) => assignAuthors([{ text, author: 'ia' }], [{ text: `${text} y`, origin: null }]),
  'a search': searchWords,
  'a pasted line': visibleText,
  'a name': (text) => nameText.safeParse(text),
  'the name of a person': (text) => personName.safeParse(text),
  'an e-mail': (text) => patientFields.email.safeParse(text),
  'a name in capitals': normalCase,
  'the id of a partner': suggestPartnerId,
  'a CURP': (text) => readCurp(normalizeCurp(text)),
  'a phone': phoneDigits,
  'the country of a phone': readPhone,
  'a decimal': readDecimal,
  'a quantity': readQuantity,
  'words for an absent finding': isNoneSeen,
  'a range': readRange,
  'a date': parseWireDate,
  'a cell of an exported CSV': escapeFormula,
  'headings of results': (text) => describeResults(null, makeSheet(text)),
  'a chosen heading of results': (text) =>
    ignoreRejection(() =>
      readMap(JSON.stringify({ ID: 'patient', [text]: 'volume' }), makeSheet(text)),
    ),
  'headings of people': (text) => guessColumns(makeSheet(text), 'patients'),
  'a row of people': (text) =>
    readPerson([text, ...personFields.map(() => text)], peopleColumns, PEOPLE),
  'the name of an observation': (text) => [guessAnalyte(text), confirmsAnalyte(text, 'fsh')],
  'a date in words': (text) => readWrittenDay(text),
};

function ignoreRejection(read: () => unknown): void {
  try {
    read();
  } catch {}
}

/** Texts that, repeated with different endings, made some parser take quadratic time. */
const SEEDS = [
  ...[
    ' ',
    '\n',
    '\n ',
    '0',
    '1',
    '1,',
    '1.',
    ',000',
    '%',
    ' %',
    'a',
    'á',
    '(',
    ')',
    '[',
    '<',
    '<!--',
  ],
  ...[
    '<a ',
    '<a "',
    '<script',
    '"',
    '""',
    "'",
    '-',
    '- ',
    '.',
    '. ',
    'a. ',
    '*',
    '*a',
    '_',
    '_a',
    '`',
  ],
  ...[
    '|',
    '^',
    '\\',
    '\\X41\\',
    '\\.br\\',
    '@',
    '@a',
    '&',
    '&lt;',
    '【',
    '\u200d',
    '\u0301',
    '> ',
    '1 y ',
  ],
  ...[
    '1 pr ',
    'pr 1 % ',
    'fsh 4.5, ',
    'un millon ',
    'uno ',
    'mejor',
    'mejor ',
    'de la ',
    '1 (',
    'http://',
    '];',
    '(1)',
    '{',
    '%\t',
  ],
];
const ENDINGS = ['x', '\nx'];
/**
 * Milliseconds by which a measurement may be wrong, because of garbage collection and the resolution of the clock.
 */
const TOLERANCE = 100;

/** Milliseconds of CPU, including other work of the process. */
function measureTime(run: () => unknown): number {
  const { user, system } = process.threadCpuUsage();
  run();
  const after = process.threadCpuUsage();
  return (after.user - user + after.system - system) / 1000;
}

/** A text 16 times as long may take at most 64 times as long. Quadratic time would be 256 times. */
const isSlow = ([short, long]: readonly [number, number]) => long > 64 * short + TOLERANCE;

/** The slowest parser. It reads shorter texts, and in `npm test` only one ending. */
const SLOWEST = 'the figures of a report';

test.each(Object.entries(parsers))(
  'E-10.723, S3, T-L3: the time to read %s grows linearly with the length of the input',
  (name, parse) => {
    const length = name === SLOWEST ? 1000 : 2000;
    const endings = name === SLOWEST && !isFullRun ? ENDINGS.slice(-1) : ENDINGS;
    const slow: unknown[] = [];
    for (const seed of SEEDS) {
      for (const ending of endings) {
        const measure = (characters: number) =>
          measureTime(() => parse(seed.repeat(characters / seed.length) + ending));
        const measureBoth = () => [measure(length), measure(16 * length)] as const;
        const times = [measureBoth()];
        // A second measurement is made only after a slow one, which other work can cause.
        while (times.length < 3 && times.every(isSlow)) times.push(measureBoth());
        if (times.every(isSlow)) slow.push({ seed, ending, times });
      }
    }
    expect(slow).toEqual([]);
  },
);
