import { notifyError, notifyWarning } from './notify.tsx';

/** Says that something was not opened because its code could not be loaded. Before a reload the browser asks about what is unsaved. */
export function notifyMissingPart(isOutdated: boolean): void {
  if (isOutdated) {
    notifyWarning('Hay una versión nueva de Simiente', {
      detail: 'Guarda lo que estés escribiendo y recarga la página.',
      action: { label: 'Recargar', onClick: () => location.reload() },
    });
  } else {
    notifyError('No se pudo abrir', { detail: 'Revisa tu conexión y vuelve a intentarlo.' });
  }
}
