import type { Page } from '@playwright/test';
import { deliver } from '../calendly/webhooks.ts';
import { agenda, busyWeek, getEvent, openAgenda } from '../doctors/agenda-page.ts';
import { findPath } from '../doctors/records.ts';
import { makePartnerExport } from '../partners/records.ts';
import { makeExport, person } from '../patients/records.ts';
import { instant, THURSDAY, WEDNESDAY } from '../product/days.ts';
import { expect, moveTo, nightlyStep, test } from '../product/test.ts';
import { anotherBrowser, change, recordCalls } from './screens.ts';

const names = (page: Page) => page.getByRole('table').locator('[data-row-link]');

const people = makeExport([
  person('Bruno Álvarez', { status: 1, createDate: '2026-02-05T18:00:00Z' }),
  person('Carlos Ibáñez', { status: 1, createDate: '2026-01-05T18:00:00Z' }),
]);
const { partners, branches } = makePartnerExport(
  { idPartner: 'norte', name: 'Clínica Norte', branches: 1 },
  { idPartner: 'sur', name: 'Clínica Sur' },
).records;

test.describe('live lists on two screens', () => {
  test.describe('patients, partners and bookings', () => {
    test.use({ dataset: { ...people, records: { ...people.records, partners, branches } } });

    test('the screens of two users agree on patients, partners, branches and bookings without a reload', async ({
      browser,
      product,
      staffPage: ownPage,
    }) => {
      const otherPage = await anotherBrowser(browser, product);

      await test.step('E-10.80: patients that are created, edited, deleted and restored', async () => {
        await ownPage.goto('/pacientes');
        await otherPage.goto('/pacientes?estatus=1');
        const expectBoth = async (...expected: RegExp[]) => {
          for (const page of [ownPage, otherPage]) await expect(names(page)).toHaveText(expected);
        };
        await expectBoth(/Bruno/, /Carlos/);

        const fields = { name: 'Ana Nueva', email: null, phone: null, status: 1 };
        const { patient } = await change<{ patient: { idUser: string } }>(
          otherPage.request,
          'post',
          '/v1/user/create',
          fields,
        );
        await expectBoth(/Ana Nueva/, /Bruno/, /Carlos/);
        await expect(ownPage.getByText('3 pacientes registrados')).toBeVisible();

        const { idUser } = patient;
        await change(ownPage.request, 'put', '/v1/user/update', { idUser, name: 'Ana Otra' });
        await expectBoth(/Ana Otra/, /Bruno/, /Carlos/);

        const idUsers = ['usr_brunolvarez', 'usr_carlosibez'];
        await change(ownPage.request, 'put', '/v1/user/update-status', { idUsers, status: 3 });
        await expect(names(otherPage)).toHaveText([/Ana Otra/]);
        await expect(ownPage.getByRole('row', { name: /Bruno/ })).toContainText('Abordaje Gral');

        // The other user deletes the patient.
        await otherPage.getByRole('checkbox', { name: /Ana Otra/ }).check();
        const bar = otherPage.getByRole('region', { name: 'Selección' });
        await bar.getByRole('button', { name: 'Eliminar' }).click();
        await otherPage.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
        await expect(names(ownPage)).toHaveText([/Bruno/, /Carlos/]);
        await otherPage.getByRole('button', { name: 'Deshacer' }).click();
        await expect(names(ownPage)).toHaveText([/Ana Otra/, /Bruno/, /Carlos/]);
      });

      await nightlyStep(
        'E-10.80: partners and branches that are deleted, restored and renamed',
        async () => {
          await ownPage.goto('/partners');
          await otherPage.goto('/partner/norte');
          const partner = ownPage.getByRole('row', { name: /Clínica Sur/ });
          const branch = otherPage.getByRole('row', { name: /Sucursal \d/ });
          await expect(partner).toBeVisible();
          await expect(branch).toHaveText(/Sucursal 1/);
          const { request } = otherPage;
          await change(request, 'post', '/v1/user/delete', { idUsers: ['sur'] });
          await expect(partner).toHaveCount(0);
          await change(request, 'post', '/v1/trash/restore', { ids: ['sur'] });
          await expect(partner).toBeVisible();
          const idBranch = 'brn_norte_0';
          await change(request, 'put', '/v1/partner/update-branch', {
            idBranch,
            name: 'Sucursal 9',
          });
          await expect(branch).toHaveText(/Sucursal 9/);
          await change(request, 'post', '/v1/user/delete', { idUsers: [idBranch] });
          await expect(branch).toHaveCount(0);
        },
      );

      await nightlyStep(
        'E-10.80: bookings that arrive from Calendly and are assigned to a patient',
        async () => {
          await moveTo(ownPage, '/pacientes');
          await moveTo(otherPage, '/pacientes/citas-sin-paciente');
          await expect(
            otherPage.getByRole('heading', { name: 'Citas sin paciente' }),
          ).toBeVisible();
          await deliver(ownPage.request, {
            invitee: 'ROSA',
            name: 'Rosa Mendez',
            email: 'rosa@correo.example',
            startsAt: instant(WEDNESDAY, '02:30'),
          });
          await expect(ownPage.getByRole('link', { name: '1 cita sin paciente' })).toBeVisible();
          const row = otherPage.getByRole('row', { name: /Rosa Mendez/ });
          await expect(row).toBeVisible();
          const list = await ownPage.request.get('/v1/recipe/without-patient');
          const [{ idAppointment }] = (await list.json()).data.appointments;
          const idUser = 'usr_brunolvarez';
          await change(ownPage.request, 'put', '/v1/recipe/assign-patient', {
            idAppointment,
            idUser,
          });
          await expect(row).toHaveCount(0);
          await expect(ownPage.getByRole('link', { name: /sin paciente/ })).toHaveCount(0);
        },
      );
    });
  });

  test.describe('doctors', () => {
    test.use({ dataset: busyWeek });

    test('the screens of two users agree on doctors and their agenda without a reload', {
      tag: '@nightly',
    }, async ({ browser, product, staffPage: ownPage }) => {
      const otherPage = await anotherBrowser(browser, product);

      await test.step('E-10.80: doctors that are created, renamed and retired', async () => {
        await ownPage.goto('/medicos');
        await otherPage.goto('/medicos');
        const expectBoth = async (...expected: RegExp[]) => {
          for (const page of [ownPage, otherPage]) await expect(names(page)).toHaveText(expected);
        };
        await expectBoth(/Renata/);
        const { doctor } = await change<{ doctor: { idDoctor: string } }>(
          ownPage.request,
          'post',
          '/v1/doctor/create',
          {
            name: 'Aída Nuño',
            email: null,
            specialties: [],
            appointmentMinutes: 30,
            workingDays: [],
          },
        );
        await expectBoth(/Aída Nuño/, /Renata/);
        const { idDoctor } = doctor;
        await change(ownPage.request, 'put', '/v1/doctor/update', { idDoctor, name: 'Zita Nuño' });
        await expectBoth(/Renata/, /Zita Nuño/);
        await change(otherPage.request, 'put', '/v1/doctor/retire', { idDoctor, retired: true });
        await expectBoth(/Renata/);
      });

      await test.step('E-10.80: appointments that are booked, moved and cancelled', async () => {
        const calls = recordCalls(otherPage);
        await openAgenda(ownPage);
        await openAgenda(otherPage);
        const [, , idDoctor = ''] = (await findPath(ownPage, 'Renata')).split('/');
        const booked = await change<{ appointment: { idAppointment: string } }>(
          ownPage.request,
          'post',
          '/v1/doctor/create_appointment',
          { idUser: 'usr_elsamar', idDoctor, date: instant(THURSDAY, '16:00') },
        );
        for (const page of [ownPage, otherPage])
          await expect(getEvent(page, 'Elsa Mar')).toBeVisible();

        const { idAppointment } = booked.appointment;
        const moved = { idAppointment, date: instant(THURSDAY, '18:30'), status: 'assigned' };
        await change(otherPage.request, 'put', '/v1/doctor/update_appointment_status', moved);
        for (const page of [ownPage, otherPage]) {
          await expect(getEvent(page, 'Elsa Mar')).toContainText('12:30');
        }
        await change(ownPage.request, 'post', '/v1/user/delete', { idUsers: ['usr_elsamar'] });
        await expect(getEvent(otherPage, 'Elsa Mar')).toHaveCount(0);
        // The list of appointments was refetched, but the doctor was not.
        expect(calls.filter((path) => path === '/v1/doctor/get-one')).toHaveLength(1);
      });

      await test.step('E-10.81: an agenda waits with changes of other users until a drag ends', async () => {
        const page = ownPage;
        await openAgenda(otherPage);
        await openAgenda(page);
        await getEvent(page, 'Ana Paz').hover();
        const event = await getEvent(page, 'Ana Paz').boundingBox();
        if (!event) throw new Error('There is no element to drag');
        await page.mouse.move(event.x + 20, event.y + 8);
        await page.mouse.down();
        await page.mouse.move(event.x + 20, event.y + 60, { steps: 5 });
        const calls = recordCalls(page);
        const moved = {
          idAppointment: 'apt_2',
          date: instant(WEDNESDAY, '18:00'),
          status: 'assigned',
        };
        await change(page.request, 'put', '/v1/doctor/update_appointment_status', moved);
        await expect(getEvent(otherPage, 'Bruno Gil')).toContainText('12:00');
        await page.mouse.move(event.x + 20, event.y + 76 + 8, { steps: 5 });
        expect(calls).not.toContain('/v1/doctor/agenda');
        await page.mouse.up();
        await expect(page.getByText('Cita reprogramada')).toBeVisible();
        await expect(getEvent(page, 'Bruno Gil')).toContainText('12:00');
        await expect(agenda(page).getByRole('button', { name: 'Ana Paz' })).toContainText('10:00');
      });
    });
  });
});
