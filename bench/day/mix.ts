import { listPath } from '../calls.ts';
import { NOW } from '../dataset/records.ts';
import type { Request } from '../load/request.ts';
import type { Sample } from '../sample.ts';

/** One of the ten most frequent calls of a clinic's day. */
export interface DayCall {
  readonly name: string;
  /** Share of a day's requests, in percent. */
  readonly share: number;
  /** @param index of this call, so that no appointment uses the same time twice */
  request(sample: Sample, index: number): Request;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** After all appointments that a database has. */
const FREE_FROM = Date.parse('2031-01-01T00:00:00Z');
const SURNAMES = ['núñez', 'garcia', 'hernández', 'lopez', 'mar', 'torres'];
const EXAM_TYPES = ['Seminograma', 'Hormonal', 'Perfil tiroideo'];

const pick = <Item>(items: readonly Item[], index: number): Item => {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('A sample is empty');
  return item;
};

const read = (path: string, query: Readonly<Record<string, string>> = {}): Request => {
  const search = new URLSearchParams(query).toString();
  return { method: 'GET', path: search === '' ? path : `${path}?${search}` };
};

const send = (method: 'POST' | 'PUT', path: string, body: object): Request => ({
  method,
  path,
  body: JSON.stringify(body),
});

/** A PDF of one empty page; without a cross-reference table, which readers rebuild. */
const PDF = `%PDF-1.7
1 0 obj
<< /Type /Catalog /Pages 2 0 R >>
endobj
2 0 obj
<< /Type /Pages /Kids [3 0 R] /Count 1 >>
endobj
3 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>
endobj
trailer
<< /Size 4 /Root 1 0 R >>
%%EOF
`;
const BOUNDARY = 'simiente-bench';

function upload(fields: Readonly<Record<string, string>>): Request {
  const parts = Object.entries(fields).map(
    ([name, value]) => `content-disposition: form-data; name="${name}"\r\n\r\n${value}`,
  );
  const file = `content-disposition: form-data; name="file"; filename="estudio.pdf"\r\ncontent-type: application/pdf\r\n\r\n${PDF}`;
  return {
    method: 'POST',
    path: '/v1/exam/create',
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    body: `${[...parts, file].map((part) => `--${BOUNDARY}\r\n${part}\r\n`).join('')}--${BOUNDARY}--\r\n`,
  };
}

/** Shares are assumed: staff read far more often than they write. */
export const dayCalls: readonly DayCall[] = [
  { name: 'Inicio, today', share: 8, request: () => read('/v1/dashboard/today') },
  { name: 'page of patients', share: 10, request: () => read(listPath) },
  {
    name: 'search of a surname',
    share: 18,
    request: (_, index) => read(listPath, { search: pick(SURNAMES, index) }),
  },
  {
    name: 'one patient',
    share: 18,
    request: ({ patientIds }, index) =>
      read('/v1/user/get-one', { idUser: pick(patientIds, index) }),
  },
  {
    name: 'history of one patient',
    share: 16,
    request: ({ patientIds }, index) =>
      read('/v1/user/get-medical-history-patient', { idUser: pick(patientIds, index) }),
  },
  {
    name: "the clinic's day",
    share: 14,
    request: (_, index) =>
      read('/v1/doctor/day', {
        date: new Date(NOW.getTime() - (index % 30) * DAY).toISOString().slice(0, 10),
      }),
  },
  {
    name: 'edit of one field',
    share: 5,
    request: ({ patientIds }, index) =>
      send('PUT', '/v1/user/update', {
        idUser: pick(patientIds, index),
        phone: `+52 55 ${String(10_000_000 + index)}`,
      }),
  },
  {
    name: 'new patient',
    share: 3,
    request: (_, index) =>
      send('POST', '/v1/user/create', {
        name: `Paciente Nuevo ${index}`,
        email: `nuevo${index}@simiente.example`,
        phone: `+52 33 ${String(10_000_000 + index)}`,
      }),
  },
  {
    name: 'new appointment',
    share: 5,
    request: ({ patientIds, doctorIds }, index) =>
      send('POST', '/v1/doctor/create_appointment', {
        idUser: pick(patientIds, index),
        idDoctor: pick(doctorIds, index),
        date: new Date(FREE_FROM + Math.floor(index / doctorIds.length) * HOUR).toISOString(),
      }),
  },
  {
    name: 'new exam with its file',
    share: 3,
    request: ({ patientIds }, index) =>
      upload({ idUser: pick(patientIds, index), examType: pick(EXAM_TYPES, index) }),
  },
];

/** Coprime to 100, so that a hundred steps of it visit each slot once, each far from the previous one. */
const STRIDE = 37;

/**
 * Endless requests of a clinic's day: reads and writes mixed, with the share of each call in every hundred requests.
 * @param from the first index of each call, so that two runs send different requests
 */
export function* generateDay(sample: Sample, from = 0): Generator<Request, never> {
  const slots = dayCalls.flatMap((call) => Array.from({ length: call.share }, () => call));
  const nextIndexes = new Map(dayCalls.map((call) => [call, from]));
  for (let index = 0; ; index += 1) {
    const call = pick(slots, index * STRIDE);
    const callIndex = nextIndexes.get(call) ?? 0;
    nextIndexes.set(call, callIndex + 1);
    yield call.request(sample, callIndex);
  }
}

/** The first `count` requests of `generateDay`. */
export function dayRequests(sample: Sample, count: number, from = 0): Request[] {
  return [...Iterator.from(generateDay(sample, from)).take(count)];
}
