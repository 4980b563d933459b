-- concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS "video_files_by_stream" ON "video_files" USING btree ("stream");
