import { expect, test } from 'vitest';
import { sharedApplication } from '../../../testing/application.ts';
import { makePdf } from '../../../testing/files/uploads.ts';
import { addPatient } from '../../../testing/records.ts';
import {
  laboratorySender,
  makeMessage,
  parseAcknowledgment,
  valuesByAnalyte,
} from '../../../testing/results/laboratory-messages.ts';
import { unescapeText } from './decode.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const { db, post, findOnlySet } = laboratorySender(testApp);

const observations = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => `OBX|${index}|NM|X${index}^Cosa ${index}||1|mL|||||F`,
  );
const study = (count: number) => ['OBR|2|||^Hormonal', ...observations(count)];
const repeat = (text: string, count: number) => Array<string>(count).fill(text);

test.each([
  ['lines', repeat('', 200_001), 'Un mensaje tiene hasta 200,000 líneas, campos y componentes.'],
  [
    'fields',
    [`OBX|1|TX|a||${'|'.repeat(200_001)}`],
    'Un mensaje tiene hasta 200,000 líneas, campos y componentes.',
  ],
  [
    'components',
    [`OBX|1|TX|a||${'^'.repeat(200_001)}`],
    'Un mensaje tiene hasta 200,000 líneas, campos y componentes.',
  ],
  ['segments', repeat('NTE|1||a', 5001), 'Un mensaje trae hasta 5,000 segmentos.'],
  [
    'characters',
    [`NTE|1||${'a '.repeat(500_001)}`],
    'Sin documentos (ED), un mensaje tiene hasta 1,000,000 caracteres.',
  ],
  ['studies', repeat('OBR|1|', 501), 'Un mensaje trae hasta 500 estudios (OBR).'],
  ['results of one study', observations(501), 'Un estudio trae hasta 500 observaciones (OBX).'],
  [
    'results',
    repeat('', 3).flatMap(() => study(400)),
    'Un mensaje trae hasta 1,000 observaciones (OBX).',
  ],
])(
  'E-10.721, S8, T-L3: a message of too many %s is rejected with their number before it is parsed',
  async (_, rest, reason) => {
    const content = makeMessage({ rest });
    const [, number] = /\|(C\d+)\|P\|/.exec(content) ?? [];
    const answer = await post(content);
    expect([answer.statusCode, ...parseAcknowledgment(answer)]).toEqual([422, 'AE', reason]);
    expect(answer.body).toContain(`\rMSA|AE|${number}|`);
    expect(answer.body).toMatch(/\rERR\|\|\|102\|E\|/);
  },
);

test('S8: a message with a document of 3 MB and the maximum number of results is applied', async () => {
  const patient = await addPatient(db());
  const pdf = makePdf(' '.repeat(2_250_000)).toString('base64');
  const document = `OBX|0|ED|D^Informe||^application^pdf^Base64^${pdf}||||||F`;
  const answer = await post(makeMessage({ patient, rest: [document, ...observations(499)] }));
  expect([answer.statusCode, ...parseAcknowledgment(answer)]).toEqual([200, 'AA', '']);
  expect(Object.keys(valuesByAnalyte(await findOnlySet(patient)))).toHaveLength(500);
});

test('T-L3: counting the messages of a request stops at the second one', async () => {
  const answer = await post('MSH|^~\\&|\r'.repeat(300_000));
  expect([answer.statusCode, ...parseAcknowledgment(answer)]).toEqual([
    400,
    'AR',
    'Envía un solo mensaje en cada solicitud.',
  ]);
});

test('E-10.2744: a byte order mark before a header is skipped', async () => {
  const patient = await addPatient(db());
  const answer = await post(`\uFEFF${makeMessage({ patient })}`);
  expect(parseAcknowledgment(answer)[0]).toBe('AA');
});

test.each(['ni\\XC3B1\\o', 'ni\\XF1\\o'])('E-10.4002: «%s» is UTF-8 or Latin-1', (written) => {
  expect(unescapeText(written)).toBe('niño');
});
