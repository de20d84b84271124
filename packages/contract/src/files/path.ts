export const FILE_PATH = '/v1/files/:id';

export function filePath(id: string): string {
  return FILE_PATH.replace(':id', encodeURIComponent(id));
}
