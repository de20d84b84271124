ALTER TABLE "report_versions" ADD COLUMN "results" jsonb;--> statement-breakpoint
-- As before, and with the samples that the version shows. Versions from before they were kept have none, and their digest
-- stays the same.
CREATE OR REPLACE FUNCTION frozen_report(v report_versions) RETURNS text
  LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT encode(sha256(convert_to((jsonb_build_object(
    'id', v.id, 'patientId', v.patient_id, 'kind', v.kind, 'number', v.number, 'type', v.type, 'text', v.text,
    'sentences', v.sentences, 'fromDraft', v.from_draft, 'replaces', v.replaces, 'reason', v.reason,
    'patient', v.patient, 'findings', v.findings, 'acceptedSentence', v.accepted_sentence, 'zone', v.zone,
    'proof', v.proof, 'signerId', v.signer_id, 'identityVersionId', v.identity_version_id,
    'verifyCode', v.verify_code, 'unedited', v.unedited,
    'acknowledgedAt', (extract(epoch FROM v.acknowledged_at) * 1000)::bigint)
    || CASE WHEN v.results IS NULL THEN '{}' ELSE jsonb_build_object('results', v.results) END)::text, 'UTF8')), 'hex')
$$;
