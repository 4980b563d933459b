-- concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS "comments_latest" ON "comments" USING btree ("created_at") WHERE "comments"."hidden_at" is null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "contents_removed" ON "contents" USING btree ("id","series_id") WHERE "contents"."removed_at" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "subscriptions_newest" ON "subscriptions" USING btree ("user_id","starts_at","id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "watch_history_episodes" ON "watch_history" USING btree ("profile_id","last_watched_at","content_id") WHERE "watch_history"."series_id" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "watch_history_newest";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "watch_progress_newest";
