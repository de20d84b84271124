import { closeToasts, expect, failedRequest, moveTo, test } from '../product/test.ts';
import { findStored, panel, prospect, prospects, row } from './records.ts';

test.use({
  expectedErrors: failedRequest(404),
  reducedMotion: 'no-preference',
  dataset: prospects([
    prospect('Ana Núñez', { notes: 'Llamar por la tarde', createDate: '2026-01-04T18:24:00Z' }),
    prospect('Beto Ruiz', { status: 'contacted' }),
    prospect('Elio Mar', { status: 'archivado', phone: '', createDate: undefined as never }),
  ]),
});

test('the panel shows a prospect, needs confirmation before unsaved changes are lost, and saves status and notes', async ({
  staffPage: page,
}) => {
  await test.step('S-41: a row opens the panel with four sections, and the focus goes there and back', async () => {
    await page.goto('/prospectos');
    const status = row(page, 'Ana').getByRole('button', { name: /^Estado de/ });
    await expect(status).toBeVisible();
    const table = page.getByRole('table');
    // Hovering waits until the table has stopped moving.
    await table.hover({ trial: true });
    const before = await table.boundingBox();
    await row(page, 'Ana').click();
    await expect(page).toHaveURL('/prospectos?prospecto=prs_ananez');
    await test.step('E-10.2451: the open panel neither moves the list nor breaks its heading and statuses', async () => {
      await expect(page.getByText('3 personas', { exact: true })).toBeVisible();
      await expect.poll(async () => (await table.boundingBox())?.y).toBe(before?.y);
      await expect.poll(async () => (await status.boundingBox())?.height).toBeLessThan(40);
    });
    await expect(panel(page).getByRole('heading', { level: 3 })).toHaveText([
      'Información Personal',
      'Información Comercial',
      'Notas',
      'Información Técnica',
    ]);
    for (const text of [
      'Ana Núñez',
      'ananez@correo.example',
      'Precio del estudio',
      'Pendiente',
      'Llamar por la tarde',
      'prs_ananez',
      '4 ene 2026, 12:24',
    ]) {
      await expect(panel(page).getByText(text).first()).toBeVisible();
    }
    await expect(page.locator('[data-panel-content]')).toBeFocused();
    // Beside the panel the list is narrower: no second lines, and no year.
    await expect(row(page, 'Ana')).not.toContainText('ananez@correo.example');
    await expect(row(page, 'Ana')).toContainText('4 ene, 12:24');

    await page.keyboard.press('Escape');
    await expect(panel(page)).toHaveCount(0);
    await expect(row(page, 'Ana')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(panel(page)).toBeVisible();
    await page.goBack();
    await expect(panel(page)).toHaveCount(0);
    await page.goForward();
    await page.reload();
    await panel(page).getByRole('button', { name: 'Cerrar', exact: true }).click();
    await expect(panel(page)).toHaveCount(0);
    await expect(page).toHaveURL('/prospectos');
  });

  await test.step('E-2.137: missing fields are shown as missing', async () => {
    await moveTo(page, '/prospectos?prospecto=prs_eliomar');
    await expect(panel(page).getByText('Sin estado')).toHaveCount(2);
    await expect(panel(page).getByText('Sin notas')).toBeVisible();
    await expect(panel(page).getByText('N/A')).toBeVisible();
    await expect(panel(page).getByText('—')).toBeVisible();
  });

  await test.step('E-4.11: Cancelar restores status and notes', async () => {
    await moveTo(page, '/prospectos?prospecto=prs_ananez');
    await panel(page).getByRole('button', { name: 'Editar' }).click();
    await panel(page).getByRole('combobox', { name: 'Estado' }).click();
    await panel(page).getByRole('option', { name: 'Rechazado' }).click();
    await panel(page).getByRole('textbox', { name: 'Notas' }).fill('Otra cosa');
    await panel(page).getByRole('button', { name: 'Cancelar' }).click();
    await expect(panel(page).getByText('Llamar por la tarde')).toBeVisible();
    await panel(page).getByRole('button', { name: 'Editar' }).click();
    await expect(panel(page).getByRole('combobox', { name: 'Estado' })).toHaveValue('Pendiente');
    await expect(panel(page).getByRole('textbox', { name: 'Notas' })).toHaveValue(
      'Llamar por la tarde',
    );
  });

  await test.step('E-2.138: every way out needs confirmation before unsaved changes are lost', async () => {
    await moveTo(page, '/prospectos');
    await row(page, 'Ana').click();
    await panel(page).getByRole('button', { name: 'Editar' }).click();
    await panel(page).getByRole('textbox', { name: 'Notas' }).fill('A medias');
    const question = page.getByRole('complementary', { name: '¿Descartar los cambios?' });
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => panel(page).getByRole('button', { name: 'Cerrar panel' }).click(),
      () => row(page, 'Beto').click(),
      () => page.goBack(),
      () => page.getByRole('link', { name: 'Pacientes' }).click(),
    ]) {
      await leave();
      await expect(question.getByRole('button', { name: 'Seguir editando' })).toBeFocused();
      await question.getByRole('button', { name: 'Seguir editando' }).click();
      await expect(panel(page).getByRole('textbox', { name: 'Notas' })).toHaveValue('A medias');
      await panel(page).getByRole('textbox', { name: 'Notas' }).focus();
    }
    // A filter opens no other page.
    await page.getByRole('combobox', { name: 'Filtrar por estado' }).click();
    await page.getByRole('option', { name: 'Contactado' }).click();
    await expect(panel(page).getByRole('textbox', { name: 'Notas' })).toHaveValue('A medias');
    await row(page, 'Beto').click();
    await question.getByRole('button', { name: 'Descartar' }).click();
    await expect(page).toHaveURL(/prospecto=prs_betoruiz/);
    await expect(panel(page).getByText('Sin notas')).toBeVisible();
    expect(await findStored(page, 'prs_ananez')).toMatchObject({ notes: 'Llamar por la tarde' });
  });

  await test.step('E-3.60, E-5.13: a prospect that does not exist is reported in the panel', async () => {
    await moveTo(page, '/prospectos?prospecto=prs_nadie');
    await expect(panel(page).getByRole('alert')).toContainText('ID del prospecto no encontrado');
    await expect(row(page, 'Ana')).toBeVisible();
    await panel(page).getByRole('button', { name: 'Cerrar', exact: true }).click();
    await expect(page).toHaveURL('/prospectos');
  });

  await test.step('E-2.136: in a narrow window the panel is a dialog over the list, and returns the focus', async () => {
    await page.setViewportSize({ width: 1024, height: 800 });
    await row(page, 'Ana').click();
    const dialog = page.getByRole('dialog', { name: 'Detalles del Prospecto' });
    await expect(dialog.getByText('Información Técnica')).toBeVisible();
    await dialog.getByRole('button', { name: 'Editar' }).click();
    await dialog.getByRole('textbox', { name: 'Notas' }).fill('A medias');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: '¿Descartar los cambios?' });
    await question.getByRole('button', { name: 'Descartar' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(row(page, 'Ana')).toBeFocused();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('E-5.14: empty notes are sent as empty', async () => {
    await moveTo(page, '/prospectos?prospecto=prs_ananez');
    await panel(page).getByRole('button', { name: 'Editar' }).click();
    await panel(page).getByRole('textbox', { name: 'Notas' }).fill('   ');
    const sent = page.waitForRequest('**/v1/prospects/update-status');
    await panel(page).getByRole('button', { name: 'Guardar cambios' }).click();
    expect((await sent).postDataJSON()).toEqual({
      idProspect: 'prs_ananez',
      status: 'pending',
      version: 1,
    });
    await expect(panel(page).getByText('Sin notas')).toBeVisible();
    // The next step waits for its own toast.
    await closeToasts(page);
  });

  await test.step('E-2.138, E-4.9: status and notes are saved in place, and the list shows them', async () => {
    await panel(page).getByRole('button', { name: 'Editar' }).click();
    const status = panel(page).getByRole('combobox', { name: 'Estado' });
    await expect(status).toBeFocused();
    await status.click();
    await expect(panel(page).getByRole('option')).toHaveText([
      'Pendiente',
      'Contactado',
      'Convertido',
      'Rechazado',
    ]);
    await panel(page).getByRole('option', { name: 'Contactado' }).click();
    await panel(page).getByRole('textbox', { name: 'Notas' }).fill('  Pidió precio  ');
    await panel(page).getByRole('button', { name: 'Guardar cambios' }).click();
    await expect(page.getByText('Cambios guardados')).toBeVisible();
    await expect(panel(page).getByText('Pidió precio')).toBeVisible();
    await expect(panel(page).getByRole('button', { name: 'Editar' })).toBeFocused();
    await expect(row(page, 'Ana')).toContainText('Contactado');
    await expect(page.getByRole('definition').first()).toHaveText('0');
    expect(await findStored(page, 'prs_ananez')).toMatchObject({
      status: 'contacted',
      notes: 'Pidió precio',
    });
    await closeToasts(page);
  });

  await test.step('E-10.206: an unknown status survives an edit of the notes', async () => {
    await moveTo(page, '/prospectos?prospecto=prs_eliomar');
    await panel(page).getByRole('button', { name: 'Editar' }).click();
    await expect(panel(page).getByRole('combobox', { name: 'Estado' })).toHaveValue(
      'Sin estado (archivado)',
    );
    await panel(page).getByRole('textbox', { name: 'Notas' }).fill('Otra nota');
    await panel(page).getByRole('button', { name: 'Guardar cambios' }).click();
    await expect(page.getByText('Cambios guardados')).toBeVisible();
    await expect(panel(page).getByText('Otra nota')).toBeVisible();
    expect(await findStored(page, 'prs_eliomar')).toMatchObject({
      status: 'archivado',
      notes: 'Otra nota',
    });
  });
});
