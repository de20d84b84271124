import { useEffect } from 'react';

/** Prints a text and the page's number at the bottom of every page. A browser without margin boxes prints neither. */
export function usePrintFooter(text: string | undefined): void {
  useEffect(() => {
    if (text === undefined || document.adoptedStyleSheets === undefined) return;
    const quoted = JSON.stringify(text.replaceAll(/["\\\s]+/g, ' '));
    const style = 'font: 8pt sans-serif; color: #4c4a45';
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`@page {
      margin: 14mm 12mm 18mm;
      @bottom-left { content: ${quoted}; ${style}; }
      @bottom-right { content: "Página " counter(page) " de " counter(pages); ${style}; }
    }`);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [text]);
}
