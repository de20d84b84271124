/** Where a file of ours is read. */
export const FILE_PATH = '/v1/files/:id';

/** The path of one file. */
export function filePath(id: string): string {
  return FILE_PATH.replace(':id', encodeURIComponent(id));
}
