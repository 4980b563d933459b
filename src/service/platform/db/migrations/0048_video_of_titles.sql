-- True for the rows from before the triggers: nearly all titles and episodes have a video, and 0052 writes the few others, without the
-- lock of this transaction.
ALTER TABLE "contents" ADD COLUMN "has_video" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
ALTER TABLE "contents" ALTER COLUMN "has_video" SET DEFAULT false;
--> statement-breakpoint

-- Writes whether the titles have a video of their own or in an episode. The rows are locked first, so that of two statements at the same
-- time the later one sees what the earlier one has written.
CREATE FUNCTION "note_video"(titles text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM contents WHERE id = ANY(titles) ORDER BY id FOR NO KEY UPDATE;
  UPDATE contents c SET has_video = found.has_video
    FROM (
      SELECT t.id, EXISTS (
        SELECT FROM video_files f WHERE f.kind = 'primary' AND f.content_id = t.id
      ) OR EXISTS (
        SELECT FROM contents part JOIN video_files f ON f.content_id = part.id
          WHERE part.series_id = t.id AND f.kind = 'primary'
      ) AS has_video
      FROM contents t WHERE t.id = ANY(titles)
    ) found
  WHERE c.id = found.id AND c.has_video <> found.has_video;
END $$;
--> statement-breakpoint

CREATE FUNCTION "note_video_of_files"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_video(array(
    SELECT c.id FROM contents c JOIN changed ON c.id = changed.content_id
    UNION
    SELECT c.series_id FROM contents c JOIN changed ON c.id = changed.content_id WHERE c.series_id IS NOT NULL
  ));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "video_files_added" AFTER INSERT ON "video_files" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "note_video_of_files"();
--> statement-breakpoint
CREATE TRIGGER "video_files_deleted" AFTER DELETE ON "video_files" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "note_video_of_files"();
--> statement-breakpoint

-- An episode that is deleted takes its video with it, and one that moves takes it along.
CREATE FUNCTION "note_video_of_series"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_video(array_remove(ARRAY[OLD.series_id, CASE TG_OP WHEN 'UPDATE' THEN NEW.series_id END], NULL));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "contents_part_deleted" AFTER DELETE ON "contents"
  FOR EACH ROW WHEN (OLD.series_id IS NOT NULL AND OLD.has_video) EXECUTE FUNCTION "note_video_of_series"();
--> statement-breakpoint
CREATE TRIGGER "contents_part_moved" AFTER UPDATE OF "series_id" ON "contents"
  FOR EACH ROW WHEN (OLD.series_id IS DISTINCT FROM NEW.series_id AND OLD.has_video) EXECUTE FUNCTION "note_video_of_series"();
