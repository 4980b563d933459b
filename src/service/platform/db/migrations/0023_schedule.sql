CREATE TABLE "content_reminders" (
	"user_id" text NOT NULL,
	"content_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_reminders_user_id_content_id_pk" PRIMARY KEY("user_id","content_id")
);
--> statement-breakpoint
ALTER TABLE "notices" DROP CONSTRAINT "notices_kind_known";--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "unpublish_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "available_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "hidden_by_schedule" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "content_reminders" ADD CONSTRAINT "content_reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_reminders" ADD CONSTRAINT "content_reminders_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_reminders_content" ON "content_reminders" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "content_reminders_age" ON "content_reminders" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_kind_known" CHECK ("notices"."kind" in ('ticket_answered', 'subscription_ending', 'new_device', 'dd-notice', 'dd-renewed', 'dd-failed', 'title_available'));