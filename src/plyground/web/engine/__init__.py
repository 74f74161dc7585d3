"""The app's engine room: work for visitors, compiling in the background, events for pages."""
