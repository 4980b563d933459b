-- The rows from before the triggers of 0048, whose column says true.
-- A video that is added meanwhile waits, so that this statement sees it.
LOCK TABLE "video_files" IN SHARE MODE;
--> statement-breakpoint
UPDATE "contents" c SET "has_video" = false
  WHERE NOT EXISTS (SELECT FROM video_files f WHERE f.kind = 'primary' AND f.content_id = c."id")
    AND NOT EXISTS (
      SELECT FROM contents part JOIN video_files f ON f.content_id = part.id
        WHERE part.series_id = c."id" AND f.kind = 'primary');
