import { SignPdf } from '@signpdf/signpdf';
import {
  DEFAULT_BYTE_RANGE_PLACEHOLDER as PLACEHOLDER,
  Signer,
  SUBFILTER_ETSI_CADES_DETACHED,
} from '@signpdf/utils';
import type { PdfCertificate } from './certificate.ts';
import { LEFT, type Paper, type Tag } from './paper.ts';

/** Bytes reserved for a signature with its certificates. */
const SIGNATURE_BYTES = 16_384;
/** The document has signatures, so that changes must be appended (ISO 32000-1, 12.7.2). */
const SIG_FLAGS = 3;
/** Annotation flags of the field: Print (4) and Locked (128). */
const FIELD_FLAGS = 4 + 128;

/** Internals of pdfkit, which its types lack. */
type PaperWithForm = Paper & {
  readonly _root: { readonly data: { readonly AcroForm: { readonly data: FormFacts } } };
};
interface FormFacts {
  SigFlags?: number;
  NeedAppearances?: boolean;
  readonly Fields: unknown[];
}

/**
 * Adds an invisible, tagged field with space for a signature.
 * @param at the time of the signature
 */
export function addSignatureField(
  paper: Paper,
  parent: Tag,
  { holder }: PdfCertificate,
  at: Date,
): void {
  const signature = paper.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: SUBFILTER_ETSI_CADES_DETACHED,
    ByteRange: [0, PLACEHOLDER, PLACEHOLDER, PLACEHOLDER],
    Contents: Buffer.alloc(SIGNATURE_BYTES),
    M: at,
    Name: toPdfText(holder),
    Reason: toPdfText('Garantiza que el documento no ha cambiado'),
  });
  signature.end();
  const words = 'Firma electrónica del documento';
  const form = paper.struct('Form', { alt: words });
  parent.add(form);
  paper.initForm();
  const { data } = (paper as PaperWithForm)._root.data.AcroForm;
  data.SigFlags = SIG_FLAGS;
  // A reader that redraws the fields would change the signed content.
  delete data.NeedAppearances;
  paper.annotate(LEFT, LEFT, 0, 0, {
    Subtype: 'Widget',
    FT: 'Sig',
    T: toPdfText('Firma'),
    TU: toPdfText(words),
    F: FIELD_FLAGS,
    V: signature,
    structParent: form,
  } as object as PDFKit.Mixins.AnnotationOption);
  data.Fields.push(paper.page.annotations.at(-1));
  form.end();
}

/** pdfkit writes a String object as text, and a plain string as a PDF name. */
const toPdfText = (text: string) => new String(text);

export function signPaper(pdf: Buffer, certificate: PdfCertificate): Promise<Buffer> {
  return new SignPdf().sign(pdf, new CertificateSigner(certificate));
}

class CertificateSigner extends Signer {
  readonly #certificate: PdfCertificate;

  constructor(certificate: PdfCertificate) {
    super();
    this.#certificate = certificate;
  }

  override async sign(content: Buffer): Promise<Buffer> {
    return this.#certificate.sign(content);
  }
}
