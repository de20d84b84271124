export const EXPORT_PATH = '/v1/exports/:id';

/** The file formats in which a list is exported. */
export const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export function exportPath(id: string, format: ExportFormat): string {
  const path = EXPORT_PATH.replace(':id', encodeURIComponent(id));
  return format === 'csv' ? path : `${path}?format=${format}`;
}

export const FILE_PATH = '/v1/files/:id';

export function filePath(id: string): string {
  return FILE_PATH.replace(':id', encodeURIComponent(id));
}
