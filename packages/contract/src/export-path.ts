export const EXPORT_PATH = '/v1/exports/:id';

export function exportPath(id: string): string {
  return EXPORT_PATH.replace(':id', encodeURIComponent(id));
}
