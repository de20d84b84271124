import { recordId } from '@simiente/contract/common/ids';
import { examCodes } from '@simiente/contract/exams/catalogue';
import { describe, expect, test } from 'vitest';
import { buildBranch, buildExport, type ExportOptions, exportRecords } from './export.ts';
import { buildPartner, buildPartners } from './partners.ts';
import { cities, neighborhoods } from './people.ts';
import { createContext } from './random.ts';

const now = new Date('2026-11-20T15:00:00Z');
const options: ExportOptions = { seed: 1, now, patients: 250 };
const sample = buildExport(options);
const histories = Object.values(sample.medicalHistories);
const exams = histories.flatMap(({ allExamns }) => allExamns.exams);
const visits = histories.flatMap(({ appointments }) => appointments.doctorAppointments);
const recipes = histories.flatMap(({ appointments }) => appointments.recipeAppointments);

const id = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}_[0-9a-f]{20}$`));
const text = expect.stringMatching(/\S/);
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/);
const mail = expect.stringMatching(/^[a-z.]+\d*@example\.(?:com|org|net)$/);
const phone = expect.stringMatching(/^\+52 (?:\d{2} 0\d{3}|\d{3} 0\d{2}) \d{4}$/);

describe('the export in the specified shape has', () => {
  test('patients', () => {
    for (const user of sample.users) {
      const { lastConnection, ...rest } = user;
      expect(rest).toStrictEqual({
        idUser: id('usr'),
        name: text,
        createDate: instant,
        status: expect.any(Number),
        email: mail,
        phone,
      });
      expect(lastConnection === undefined || instant.asymmetricMatch(lastConnection)).toBe(true);
    }
  });

  test('histories, with their exams and appointments', () => {
    for (const history of histories) {
      const { examReportIA, firstMedicalReport } = history.MedicalReportData;
      expect(history).toStrictEqual({
        idUser: id('usr'),
        name: text,
        userData: { test: { userName: history.name } },
        allExamns: { exams: expect.any(Array) },
        MedicalReportData: { examReportIA, firstMedicalReport },
        appointments: {
          recipeAppointments: expect.any(Array),
          doctorAppointments: expect.any(Array),
        },
      });
      expect(typeof (examReportIA.message ?? '')).toBe('string');
      expect(typeof (firstMedicalReport.message ?? '')).toBe('string');
    }
    for (const exam of exams) {
      const fileUrl = expect.stringMatching(
        /^https:\/\/files\.example\.org\/exams\/[0-9a-f]{12}\.(?:pdf|jpg)$/,
      );
      expect(exam).toStrictEqual({ id: id('exm'), examType: text, fileUrl, createDate: instant });
    }
    for (const visit of visits) {
      expect(visit).toStrictEqual({
        id: id('apt'),
        idAppointment: visit.id,
        status: expect.stringMatching(/^(?:pending|assigned|cancelled)$/),
        createDate: instant,
        appointmentDate: { date: instant },
        doctor: { name: text, specialty_formatted: expect.arrayContaining([text]), email: mail },
        patient: { name: text, email: mail, phone },
      });
    }
    for (const { calendly_data: meeting, ...recipe } of recipes) {
      expect(recipe).toStrictEqual({
        id: id('rec'),
        status: expect.stringMatching(/^(?:pending|assigned|cancelled)$/),
        type: text,
        createDate: instant,
        prescriptionExplanation: text,
      });
      if (Object.keys(meeting).length === 0) continue;
      const meetingUrl = expect.stringMatching(
        /^https:\/\/calendly\.example\.com\/events\/[\w-]+\//,
      );
      expect(meeting).toStrictEqual({ start_time: instant, meeting_url: meetingUrl });
    }
  });

  test('partners and prospects', () => {
    for (const partner of sample.partners) {
      expect(partner).toStrictEqual({
        idPartner: expect.stringMatching(/^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/),
        name: text,
        country: 'México',
        type: expect.stringMatching(/^(?:Clínica|Laboratorio|Hospital|Otro)$/),
        utm_available: expect.any(Boolean),
      });
    }
    for (const { createDate, timestamp, ...prospect } of sample.prospects) {
      expect(prospect).toStrictEqual({
        idProspect: id('prs'),
        name: text,
        mail,
        phone,
        motivo: text,
        status: text,
        notes: expect.any(String),
      });
      expect(createDate ?? timestamp).toEqual(instant);
    }
  });
});

describe('a built export', () => {
  test('has the requested numbers of records', () => {
    expect(sample.users).toHaveLength(250);
    expect(sample.partners).toHaveLength(14);
    expect(sample.prospects).toHaveLength(90);
    for (const { idPartner } of sample.partners) {
      const branches = sample.branches.filter(({ partner }) => partner.id === idPartner);
      expect(branches.length).toBeGreaterThanOrEqual(4);
      expect(branches.length).toBeLessThanOrEqual(12);
    }
    expect(new Set(visits.map(({ doctor }) => doctor.email)).size).toBe(10);
    for (const status of [1, 2, 3, 4]) {
      const share = sample.users.filter((user) => user.status === status).length;
      expect(share).toBeGreaterThan(30);
    }
    expect(sample.users.some(({ lastConnection }) => lastConnection === undefined)).toBe(true);
  });

  test('ids are unique across all kinds, and the contract accepts every id', () => {
    const ids = [
      ...sample.users.map(({ idUser }) => idUser),
      ...[...exams, ...visits, ...recipes].map((record) => record.id),
      ...sample.partners.map(({ idPartner }) => idPartner),
      ...sample.branches.map(({ idBranch }) => idBranch),
      ...sample.prospects.map(({ idProspect }) => idProspect),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(recordId.safeParse(id).success).toBe(true);
  });

  test('e-mails are unique', () => {
    const mails = [...sample.users.map(({ email }) => email)];
    expect(new Set(mails).size).toBe(mails.length);
    expect(new Set(sample.prospects.map((prospect) => prospect.mail)).size).toBe(90);
  });

  test('references match the records that they name', () => {
    expect(Object.keys(sample.medicalHistories)).toEqual(sample.users.map(({ idUser }) => idUser));
    for (const user of sample.users) {
      const history = sample.medicalHistories[user.idUser];
      expect(history).toMatchObject({ idUser: user.idUser, name: user.name });
      for (const { patient } of history?.appointments.doctorAppointments ?? []) {
        expect(patient).toEqual({ name: user.name, email: user.email, phone: user.phone });
      }
    }
    for (const branch of sample.branches) {
      const partner = sample.partners.find(({ idPartner }) => idPartner === branch.partner.id);
      expect(branch.namePartner).toBe(partner?.name);
      expect(branch.partner.name).toBe(partner?.name);
    }
  });

  test('past events are not in the future, nor before the patient registered', () => {
    for (const user of sample.users) {
      expect(String(user.createDate) < now.toISOString()).toBe(true);
      const seen = String(user.lastConnection ?? user.createDate);
      expect(seen >= String(user.createDate) && seen <= now.toISOString()).toBe(true);
      const appointments = sample.medicalHistories[user.idUser]?.appointments;
      const visitsOfUser = appointments?.doctorAppointments ?? [];
      for (const { createDate } of [...visitsOfUser, ...(appointments?.recipeAppointments ?? [])]) {
        expect(createDate >= user.createDate && createDate <= now.toISOString()).toBe(true);
      }
      for (const { appointmentDate, createDate } of visitsOfUser) {
        expect(appointmentDate.date > createDate).toBe(true);
      }
    }
  });

  test('new patients have no exams, and patients in treatment have several', () => {
    for (const user of sample.users) {
      const count = sample.medicalHistories[user.idUser]?.allExamns.exams.length ?? 0;
      if (user.status === 1) expect(count).toBe(0);
      if (Number(user.status) >= 4) expect(count).toBeGreaterThanOrEqual(3);
      expect(count).toBeLessThanOrEqual(8);
    }
  });
});

describe('built appointments', () => {
  const zoned = new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'America/Mexico_City',
  });
  const starts = [
    ...visits.map(({ appointmentDate }) => appointmentDate.date),
    ...recipes.flatMap(({ calendly_data: meeting }) => meeting.start_time ?? []),
  ];

  test('are on the hour or half hour, from Monday to Saturday, between 08:00 and 20:00 in Mexico City', () => {
    for (const start of starts) {
      expect(zoned.format(new Date(String(start)))).toMatch(
        /^(?:Mon|Tue|Wed|Thu|Fri|Sat),? (?:0[89]|1\d):(?:00|30)$/,
      );
    }
  });

  test('are in the past and in the future', () => {
    const ahead = visits.filter(
      ({ appointmentDate }) => String(appointmentDate.date) > now.toISOString(),
    );
    expect(ahead.length).toBeGreaterThan(60);
    expect(visits.length - ahead.length).toBeGreaterThan(60);
  });

  test.each([
    ['at the usual size', options],
    ['when few doctors have many patients', { seed: 2, now, patients: 600, doctors: 3 }],
  ])('never share a doctor and a time if they are active, %s', (_, exportOptions) => {
    const active = Object.values(buildExport(exportOptions).medicalHistories)
      .flatMap(({ appointments }) => appointments.doctorAppointments)
      .filter(({ status }) => status !== 'cancelled')
      .map(({ doctor, appointmentDate }) => `${doctor.email} ${appointmentDate.date}`);
    expect(active.length).toBeGreaterThan(100);
    expect(new Set(active).size).toBe(active.length);
  });

  test('are rejected instead of overlapping if the agendas are full', () => {
    expect(() => buildExport({ seed: 1, now, patients: 20_000, doctors: 1 })).toThrow(RangeError);
  });
});

describe('building an export', () => {
  const text60 = JSON.stringify(buildExport({ seed: 5, now, patients: 60 }));

  test('the same seed and time give the same bytes; another seed gives different ones', () => {
    expect(JSON.stringify(buildExport({ seed: 5, now, patients: 60 }))).toBe(text60);
    expect(JSON.stringify(buildExport({ seed: 6, now, patients: 60 }))).not.toBe(text60);
  });

  test('records are generated one at a time, so that a benchmark may stop early', () => {
    const records = exportRecords({ seed: 5, now, patients: 100_000 });
    expect(records.next().value).toMatchObject({ kind: 'user' });
    records.return();
  });

  test('1 000 patients have unique e-mails', () => {
    const mails = new Set<string>();
    for (const { kind, record } of exportRecords({ seed: 5, now, patients: 1000 })) {
      if (kind !== 'user') break;
      mails.add(record.email);
    }
    expect(mails.size).toBe(1000);
  });
});

const context = createContext({ seed: 4, now: new Date('2026-11-20T15:00:00Z') });
/** Degrees. */
const CITY_RADIUS = 0.03;

describe.each(cities)('a branch in $name', (city) => {
  const partner = buildPartner(context);
  const branch = buildBranch(context, partner, city);

  test('has the state, prefix and postcode of its city, and lies in it', () => {
    expect(Math.abs(branch.location.lat - city.lat)).toBeLessThanOrEqual(CITY_RADIUS);
    expect(Math.abs(branch.location.lng - city.lng)).toBeLessThanOrEqual(CITY_RADIUS);
    expect(branch.state).toBe(city.state);
    expect(branch.phone.startsWith(`+52 ${city.lada} 0`)).toBe(true);
    expect(branch.phone.replace(/\D/g, '')).toHaveLength(12);
    expect(branch.zip).toMatch(new RegExp(`^${city.zip}\\d{3}$`));
    const address = JSON.stringify(branch.address);
    expect(neighborhoods.some((name) => address.includes(`Col. ${name}`))).toBe(true);
  });

  test('belongs to its partner and offers codes of the catalogue', () => {
    expect(branch.partner).toEqual({ id: partner.idPartner, name: partner.name });
    expect(branch.idBranch).toMatch(/^brn_[0-9a-f]{20}$/);
    expect(branch.website).toBe(`https://${partner.idPartner}.example.com`);
    expect(branch.exam_available.length).toBeGreaterThan(0);
    for (const code of branch.exam_available) expect(examCodes).toContain(code);
    expect(branch.exam_available).toContain('SEM');
  });
});

test('a hundred partners have a hundred names and ids', () => {
  const partners = buildPartners(context, 100);
  expect(new Set(partners.map(({ name }) => name)).size).toBe(100);
  expect(new Set(partners.map(({ idPartner }) => idPartner)).size).toBe(100);
});

test('a partner’s id is the slug of a given name', () => {
  expect(buildPartner(context, { name: 'Clínica Ñandú & Cía.' }).idPartner).toBe(
    'clinica-nandu-cia',
  );
});
