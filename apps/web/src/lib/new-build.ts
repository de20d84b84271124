/** Whether the server has a newer build than the open page. */
export async function hasNewBuild(): Promise<boolean> {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  if (entry == null) return false;
  try {
    const page = await fetch('/login', { cache: 'no-store' });
    return page.ok && !(await page.text()).includes(entry);
  } catch {
    return false;
  }
}
