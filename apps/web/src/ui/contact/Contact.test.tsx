import { cleanNotifications } from '@mantine/notifications';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderThemed } from '../../testing/render.tsx';
import { RowTabStop } from '../table/row-focus.ts';
import { ToastHost } from '../toasts/ToastHost.tsx';
import { EmailContact, PhoneContact } from './Contact.tsx';
import { ContactMenu } from './ContactMenu.tsx';

afterEach(() => {
  act(() => cleanNotifications());
  vi.unstubAllGlobals();
});

/** A browser whose clipboard takes a text or rejects it. */
function withClipboard(writeText: (text: string) => Promise<void>) {
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: { writeText } } }));
  renderThemed(<ToastHost />);
}

test('T-E3, E-10.200: a phone can be called, written to by WhatsApp without a referrer, and copied', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  withClipboard(writeText);
  renderThemed(<PhoneContact phone="33 0078 4209" name="Ana Ruiz" />);
  const call = screen.getByRole('link', { name: '33 0078 4209' });
  expect(call.getAttribute('href')).toBe('tel:+523300784209');
  const chat = screen.getByRole('link', {
    name: 'WhatsApp al 33 0078 4209 (se abre en otra pestaña)',
  });
  expect(chat.getAttribute('href')).toBe('https://wa.me/523300784209');
  expect(chat.getAttribute('target')).toBe('_blank');
  expect(chat.getAttribute('rel')).toBe('noopener noreferrer');
  fireEvent.click(screen.getByRole('button', { name: 'Copiar el teléfono de Ana Ruiz' }));
  expect((await screen.findByRole('status')).textContent).toBe('Se copió el teléfono33 0078 4209');
  expect(writeText).toHaveBeenCalledExactlyOnceWith('33 0078 4209');
});

test('E-10.200: a browser that cannot copy is reported', async () => {
  withClipboard(() => Promise.reject(new Error('no')));
  renderThemed(<EmailContact email="ana@correo.mx" name="Ana Ruiz" />);
  expect(screen.getByRole('link', { name: 'ana@correo.mx' }).getAttribute('href')).toBe(
    'mailto:ana@correo.mx',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Copiar el correo de Ana Ruiz' }));
  expect((await screen.findByRole('alert')).textContent).toContain('No se pudo copiar el correo');
});

test('E-10.200: nothing is shown without a value, and an unusable number is only text to copy', () => {
  const { container, rerender } = renderThemed(<PhoneContact phone={null} name="Ana" />);
  expect(container.querySelector('span, a, button')).toBeNull();
  rerender(<EmailContact email="  " name="Ana" />);
  expect(container.querySelector('span, a, button')).toBeNull();
  rerender(<PhoneContact phone="no tiene" name="Ana" />);
  expect(screen.getByText('no tiene')).toBeTruthy();
  expect(screen.queryAllByRole('link')).toEqual([]);
  expect(screen.getAllByRole('button')).toHaveLength(1);
});

test('E-10.200: a phone in a row has no copy button, and is in the tab order with its row', () => {
  const inRow = (isTabStop: boolean) => (
    <RowTabStop value={isTabStop}>
      <PhoneContact inRow phone="33 0078 4209" name="Ana" />
    </RowTabStop>
  );
  const { rerender } = renderThemed(inRow(false));
  expect(screen.queryByRole('button')).toBeNull();
  const links = screen.getAllByRole('link');
  expect(links).toHaveLength(2);
  for (const link of links) {
    expect(link.tabIndex).toBe(-1);
    expect(link.className).toContain('si-above-link');
  }
  rerender(inRow(true));
  for (const link of links) expect(link.tabIndex).toBe(0);
});

test('E-10.200: one button of a row opens the actions for a phone and an address', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  withClipboard(writeText);
  renderThemed(
    <RowTabStop value={false}>
      <ContactMenu name="Ana Ruiz" phone="33 0078 4209" email="ana@correo.mx" />
    </RowTabStop>,
  );
  const button = screen.getByRole('button', { name: 'Contacto de Ana Ruiz' });
  expect(button.tabIndex).toBe(-1);
  fireEvent.click(button);
  const menu = within(await screen.findByRole('menu'));
  const getHref = (name: string) => menu.getByRole('menuitem', { name }).getAttribute('href');
  expect(getHref('Llamar al 33 0078 4209')).toBe('tel:+523300784209');
  expect(getHref('Escribir a ana@correo.mx')).toBe('mailto:ana@correo.mx');
  const chat = menu.getByRole('menuitem', { name: /^WhatsApp/ });
  expect(chat.getAttribute('href')).toBe('https://wa.me/523300784209');
  expect(chat.getAttribute('rel')).toBe('noopener noreferrer');
  fireEvent.click(menu.getByRole('menuitem', { name: 'Copiar correo' }));
  expect(writeText).toHaveBeenCalledExactlyOnceWith('ana@correo.mx');
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('E-10.200: a person without a phone or address has no contact button', () => {
  const { container } = renderThemed(<ContactMenu name="Ana" phone={null} email=" " />);
  expect(container.querySelector('button')).toBeNull();
});
