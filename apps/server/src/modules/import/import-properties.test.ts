import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forLength } from '../../../../../scripts/test-length.mjs';
import { formatReport } from '../../commands/import-export.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { importLegacyExport } from './import-export.ts';
import { memorySource } from './reading/source.ts';
import { operator, snapshot } from './testing/exports.ts';

/** Only a few ids, so that records of all kinds conflict with each other and with stored ones. */
const id = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h') },
  { weight: 1, arbitrary: fc.jsonValue() },
);
const text = fc.string({ unit: 'binary', maxLength: 20 });
const field = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof(
    { weight: 8, arbitrary: value },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  );
const date = fc.oneof(
  fc.date({ noInvalidDate: true }).map((instant) => instant.toISOString()),
  fc.integer(),
  fc.record({ _seconds: fc.integer(), _nanoseconds: fc.nat() }),
  fc.jsonValue({ maxDepth: 1 }),
);
const record = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.oneof(
    { weight: 20, arbitrary: fc.record(fields) },
    { weight: 6, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.jsonValue() },
  );
const shortArray = <T>(value: fc.Arbitrary<T>) => fc.array(value, { maxLength: 4 });

const user = record({
  idUser: id,
  name: field(text),
  email: field(text),
  phone: field(text),
  status: field(fc.integer()),
  createDate: date,
  lastConnection: date,
});
const exam = record({ id, examType: field(text), fileUrl: field(fc.webUrl()), createDate: date });
const recipe = record({
  id,
  status: field(text),
  type: field(text),
  calendly_data: field(fc.record({ start_time: date, meeting_url: field(fc.webUrl()) })),
  createDate: date,
  prescriptionExplanation: field(text),
});
const visit = record({
  id,
  status: field(text),
  createDate: date,
  appointmentDate: field(fc.record({ date })),
  doctor: field(
    fc.record({
      name: field(fc.constantFrom('Ana', 'Luis')),
      email: field(fc.constantFrom('ana@example.org', 'ANA@example.org', '')),
      specialty_formatted: field(shortArray(field(text))),
    }),
  ),
});
const history = record({
  userData: field(fc.record({ test: field(fc.record({ userName: field(text) })) })),
  allExamns: field(fc.record({ exams: field(shortArray(exam)) })),
  MedicalReportData: field(
    fc.record({
      examReportIA: field(fc.record({ message: field(text) })),
      firstMedicalReport: field(fc.record({ message: field(text) })),
    }),
  ),
  appointments: field(
    fc.record({
      recipeAppointments: field(shortArray(recipe)),
      doctorAppointments: field(shortArray(visit)),
    }),
  ),
});
const partner = record({
  idPartner: id,
  name: field(text),
  website: field(fc.webUrl()),
  utm_available: field(fc.boolean()),
});
const branch = record({
  idBranch: id,
  name: field(text),
  address: field(fc.oneof(text, fc.dictionary(text, field(text), { maxKeys: 3 }))),
  location: field(fc.record({ lat: field(fc.double()), lng: field(fc.double()) })),
  exam_available: field(shortArray(field(text))),
  partner: field(fc.record({ id })),
});
const prospect = record({
  idProspect: id,
  name: field(text),
  mail: field(text),
  status: field(text),
  notes: field(text),
  timestamp: date,
});
const anyExport = fc.record(
  {
    users: shortArray(user),
    medicalHistories: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'x y'), history),
    partners: shortArray(partner),
    branches: shortArray(branch),
    prospects: shortArray(prospect),
  },
  { requiredKeys: ['users'] },
);

test('every record of any export is accounted for, and a second import changes nothing', async () => {
  const { db } = await createTestDatabase();
  await fc.assert(
    fc.asyncProperty(anyExport, async (generated) => {
      const whole = JSON.parse(JSON.stringify(generated));
      const first = await importLegacyExport({ source: memorySource(whole), db, act: operator });
      for (const tally of Object.values(first.tallies)) {
        const { read, created, updated, unchanged, kept, rejected } = tally;
        expect(created + updated + unchanged + kept + rejected).toBe(read);
      }
      expect(formatReport(first)).toContain('leídos');
      const { audit_events: _, ...before } = await snapshot(db);
      const second = await importLegacyExport({ source: memorySource(whole), db, act: operator });
      const { audit_events: __, ...after } = await snapshot(db);
      expect(after).toEqual(before);
      for (const [kind, { read, created, updated, rejected }] of Object.entries(second.tallies)) {
        const earlier = first.tallies[kind as keyof typeof first.tallies];
        expect({ kind, read, created, updated, rejected }).toEqual({
          kind,
          read: earlier.read,
          created: 0,
          updated: 0,
          rejected: earlier.rejected,
        });
      }
    }),
    { numRuns: forLength(20, 200) },
  );
});
