CREATE TRIGGER register_ids AFTER INSERT ON exam_orders REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION register_record_ids('exam_order');
