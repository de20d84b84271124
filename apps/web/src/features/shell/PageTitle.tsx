import { useDocumentTitle } from '@mantine/hooks';

/**
 * Title of the browser's tab and history: the kind of page, never a person's name. In a separate module, because
 * the login page loads it without the rest of the shell.
 */
export function PageTitle({ children }: { children: string }) {
  useDocumentTitle(`${children} · Simiente`);
  return null;
}
