/** Where an export is fetched. */
export const EXPORT_PATH = '/v1/exports/:id';

/** The path of one export. */
export function exportPath(id: string): string {
  return EXPORT_PATH.replace(':id', encodeURIComponent(id));
}
