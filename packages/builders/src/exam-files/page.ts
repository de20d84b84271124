import type PDFDocument from 'pdfkit';

/** The page of a PDF while it is drawn. */
export type Page = typeof PDFDocument.prototype;
