-- Further documents of a laboratory's messages that came before exams.attached_to existed: files that no account uploaded, in
-- exams without results, of the same patient, laboratory, study and day as exactly one set of results that messages brought.
UPDATE exams document SET attached_to = owner.id
  FROM (
    SELECT d.id AS document_id, min(e.id) AS id
      FROM exams d
      JOIN files f ON f.id = d.file_id AND f.created_by IS NULL
      JOIN exams e ON e.id <> d.id AND e.patient_id = d.patient_id AND e.type = d.type
       AND e.laboratory_id = d.laboratory_id AND e.exam_date IS NOT DISTINCT FROM d.exam_date
      JOIN result_sets s ON s.exam_id = e.id AND s.source = 'hl7' AND s.status <> 'retirado'
       AND d.created_at >= s.entered_at - interval '1 minute'
     WHERE d.attached_to IS NULL AND d.deleted_at IS NULL AND e.deleted_at IS NULL
       AND NOT EXISTS (SELECT FROM result_sets own WHERE own.exam_id = d.id)
     GROUP BY d.id HAVING count(DISTINCT e.id) = 1
  ) owner
 WHERE document.id = owner.document_id;
