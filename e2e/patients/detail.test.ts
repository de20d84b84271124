import { illustratedExamTypes } from '@simiente/contract/exams/types';
import { expect, moveTo, test } from '../product/test.ts';
import { makeExport, person } from './records.ts';

const appointment = (id: string, date: string, status: string) => ({
  id,
  idAppointment: id,
  status,
  createDate: '2026-01-01T00:00:00Z',
  appointmentDate: { date },
  doctor: {
    name: 'Renata Olvera Cid',
    specialty_formatted: ['Andrología', 'Urología'],
    email: 'renata@example.org',
  },
  patient: { name: 'Alejandro', email: 'a@example.org', phone: '1' },
});

const people = makeExport([
  person(
    'Alejandro Villaseñor',
    { status: 4, email: 'a.villasenor@example.org', phone: '+52 55 2871 4406' },
    {
      name: 'Alejandro Villaseñor Ortiz',
      userData: { test: { userName: 'Alex V.' } },
      allExamns: {
        exams: [...illustratedExamTypes, 'Vitamina_D'].map((examType, index) => ({
          id: `exm_${index}`,
          examType,
          fileUrl: `https://files.example.org/${index}.pdf`,
        })),
      },
      MedicalReportData: {
        examReportIA: { message: '## Resumen\n**Volumen:** 5.3 ml【4:7†source】.' },
        firstMedicalReport: { message: 'Primer informe.' },
      },
      appointments: {
        recipeAppointments: [
          {
            id: 'rec_1',
            status: 'pending',
            type: 'Validación de receta',
            calendly_data: { start_time: '2024-11-06T15:30:00Z' },
            createDate: '2024-11-01T00:00:00Z',
            prescriptionExplanation: 'x',
          },
        ],
        doctorAppointments: [
          appointment('apt_1', '2024-11-06T17:00:00Z', 'pending'),
          appointment('apt_2', '2024-12-06T00:00:00Z', 'assigned'),
          appointment('apt_3', '2023-12-06T00:00:00Z', 'cancelled'),
        ],
      },
    },
  ),
  person(
    'Mauricio Andrade',
    { status: 1 },
    { userData: { test: { userName: 'Mauricio Andrade' } } },
  ),
]);
test.use({ dataset: people });

const ALEJANDRO = '/pacientes/usr_alejandrovillaseor';
const MAURICIO = '/pacientes/usr_mauricioandrade';

test('the page of a patient shows the record or missing parts, and links to reports and appointments', async ({
  staffPage: page,
}) => {
  await test.step('S-32: the breadcrumb, the header and the cards show the patient', async () => {
    await page.goto(ALEJANDRO);
    await expect(page.getByRole('navigation', { name: 'Ruta' })).toHaveText(/Pacientes\s*Alex V\./);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Alejandro Villaseñor');
    await expect(
      page.getByText('Nombre en su historial: Alejandro Villaseñor Ortiz'),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: 'a.villasenor@example.org' })).toHaveAttribute(
      'href',
      'mailto:a.villasenor@example.org',
    );
    await expect(page.getByRole('link', { name: '+52 55 2871 4406', exact: true })).toHaveAttribute(
      'href',
      'tel:+525528714406',
    );
    await expect(page.getByRole('link', { name: /^WhatsApp al/ })).toBeVisible();
    await expect(page.getByText('Acciones')).toBeVisible();

    const recipes = page.getByRole('region', { name: 'Recetas paciente' });
    await expect(recipes).toContainText('11/06/2024 | 3:30 PM UTC');
    await expect(recipes).toContainText('Pendiente');
    const doctors = page.getByRole('region', { name: 'Interconsultas' });
    await expect(doctors.getByRole('heading')).toHaveText('Interconsultas 3');
    await expect(doctors.getByRole('listitem')).toHaveCount(2);
    await expect(doctors.getByRole('listitem').first()).toContainText('Dr Renata Olvera Cid');
    await expect(doctors.getByRole('listitem').first()).toContainText(
      'jue 5 dic 2024, 18:00 12/06/2024 | 12:00 AM UTC · Dr Renata Olvera Cid',
    );
  });

  await test.step('E-2.73, E-2.74, E-3.14: each exam has its drawing, its name with spaces and a link to a new tab', async () => {
    const exams = page.getByRole('region', { name: 'Estudios' });
    await expect(exams.getByRole('heading', { level: 3 })).toHaveCount(4);
    await exams.getByRole('button', { name: 'Ver todos los estudios (15)' }).click();
    await expect(exams.getByRole('heading', { level: 3 })).toHaveText(
      // Order of the imported export.
      [...illustratedExamTypes, 'Vitamina_D'].map((type) => type.replaceAll('_', ' ')),
    );
    await expect(exams.locator('svg[viewBox="0 0 120 88"]')).toHaveCount(15);
    const link = exams.getByRole('link', { name: /Consultar: Seminograma/ });
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /noopener/);
    await expect(link).toHaveAttribute('rel', /noreferrer/);
  });

  await test.step('S-35: the cards link to the appointments', async () => {
    await page.getByRole('link', { name: 'Ver todas: Recetas paciente' }).click();
    await expect(page).toHaveURL(`${ALEJANDRO}/recipe-appointments`);
    await page.goBack();
    await page.getByRole('link', { name: 'Ver todas: Interconsultas' }).click();
    await expect(page).toHaveURL(`${ALEJANDRO}/doctor-appointments`);
  });

  await test.step('S-31: Leer and Ver resultados open the reports, and the arrow returns', async () => {
    await page.goBack();
    await page.getByRole('link', { name: /^Leer/ }).click();
    await expect(page).toHaveURL(`${ALEJANDRO}/actuality`);
    await expect(
      page.getByRole('article').locator('p').filter({ hasText: 'Volumen: 5.3 ml.' }),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Volver al paciente' }).click();
    await expect(page).toHaveURL(ALEJANDRO);
    await page.getByRole('link', { name: /^Ver resultados/ }).click();
    await expect(page).toHaveURL(`${ALEJANDRO}/fertility-test`);
    await expect(page.getByText('Primer informe.')).toBeVisible();
  });

  await test.step('E-2.60: the page shows that it is loading until the patient arrives', async () => {
    let release: () => void = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/v1/user/get-one*', async (route) => {
      await released;
      await route.continue();
    });
    await moveTo(page, MAURICIO);
    await expect(page.getByText('Cargando datos del paciente...')).toBeVisible();
    release();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mauricio Andrade');
  });

  await test.step('S-33: the reports are left of the appointments', async () => {
    const region = (name: string) => page.getByRole('region', { name });
    await expect(region('Actualidad').getByRole('button')).toHaveText('Leer');
    await expect(region('Test de Fertilidad').getByRole('button')).toHaveText('Ver resultados');
    for (const report of ['Actualidad', 'Test de Fertilidad']) {
      for (const list of ['Recetas paciente', 'Interconsultas']) {
        const gap = async () => {
          const left = await region(report).boundingBox();
          const right = await region(list).boundingBox();
          return left && right && right.x - left.x - left.width;
        };
        await expect.poll(gap).toBeGreaterThan(0);
      }
    }
  });

  await test.step('S-34: everything without content is disabled with the reason', async () => {
    await expect(page.getByRole('button', { name: 'Leer' })).toHaveAttribute('data-disabled');
    await expect(page.getByRole('button', { name: 'Ver resultados' })).toHaveAttribute(
      'data-disabled',
    );
    await expect(page.getByText('Ver todas')).toHaveCount(2);
    await expect(page.getByRole('link', { name: 'Ver todas', disabled: true })).toHaveCount(2);
    await expect(page.getByRole('link', { name: 'Ver todas', disabled: false })).toHaveCount(0);
    await expect(page.getByText('No se encontraron estudios disponibles.')).toBeVisible();
    await page.getByRole('button', { name: 'Leer' }).click({ force: true });
    await expect(page).toHaveURL(MAURICIO);
  });
});
