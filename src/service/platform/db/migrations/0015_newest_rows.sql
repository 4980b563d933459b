-- The rows from before the triggers. What is written meanwhile goes through them, and the newest row wins.
UPDATE "watch_history" h SET "series_id" = c."series_id" FROM "contents" c
  WHERE c."id" = h."content_id" AND c."series_id" IS NOT NULL AND h."series_id" IS NULL;
--> statement-breakpoint
INSERT INTO "watched_titles" AS w ("profile_id", "title_id", "is_series", "content_id", "last_watched_at")
  SELECT DISTINCT ON (profile_id, coalesce(series_id, content_id))
    profile_id, coalesce(series_id, content_id), series_id IS NOT NULL, content_id, last_watched_at
  FROM "watch_history" ORDER BY profile_id, coalesce(series_id, content_id), last_watched_at DESC, content_id DESC
ON CONFLICT ("profile_id", "title_id") DO UPDATE
  SET "content_id" = excluded."content_id", "last_watched_at" = excluded."last_watched_at"
  WHERE (w."last_watched_at", w."content_id") < (excluded."last_watched_at", excluded."content_id");
--> statement-breakpoint
INSERT INTO "started_titles" AS s ("profile_id", "title_id", "is_series", "content_id", "is_finished", "updated_at")
  SELECT DISTINCT ON (profile_id, coalesce(series_id, content_id))
    profile_id, coalesce(series_id, content_id), series_id IS NOT NULL, content_id, finished_at IS NOT NULL, updated_at
  FROM "watch_progress" ORDER BY profile_id, coalesce(series_id, content_id), updated_at DESC, content_id DESC
ON CONFLICT ("profile_id", "title_id") DO UPDATE
  SET "content_id" = excluded."content_id", "is_finished" = excluded."is_finished", "updated_at" = excluded."updated_at"
  WHERE (s."updated_at", s."content_id") < (excluded."updated_at", excluded."content_id");
--> statement-breakpoint
-- Positions that were removed meanwhile.
DELETE FROM "started_titles" s WHERE NOT EXISTS (
  SELECT FROM "watch_progress" p WHERE p."profile_id" = s."profile_id" AND p."content_id" = s."content_id");
