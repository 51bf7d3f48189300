package org.dicechess.internal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * A folder for temporary files that only this user can enter. Making one removes those that killed
 * processes of the user have left. A process holds a lock on a file in its folder as long as it
 * uses the folder; the system gives the lock back when the process ends, however it ends.
 */
public final class TemporaryFolder implements AutoCloseable {
    private static final String LOCK = "lock";

    private final Path path;
    private final FileChannel lock;

    private TemporaryFolder(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /**
     * Makes a folder.
     *
     * @param parent where
     * @return the folder, to be closed when it is no longer needed
     * @throws IOException if it cannot be made there
     */
    public static TemporaryFolder create(Path parent) throws IOException {
        TemporaryFolder folder = null;
        while (folder == null) {
            Path path = parent.resolve(process() + UUID.randomUUID());
            folder = lock(Files.createDirectory(path, ownerOnly(parent)));
        }
        folder.removeLeftOver();
        return folder;
    }

    /** How the names of this process's folders begin: no other process has its number and its start. */
    private static String process() {
        ProcessHandle process = ProcessHandle.current();
        long start = process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
        return "dicechess-" + process.pid() + "-" + start + "-";
    }

    private static FileAttribute<?>[] ownerOnly(Path parent) {
        return parent.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                }
                : new FileAttribute<?>[0];
    }

    /** Locks a folder that was just made; null if another process has taken it for left over before that. */
    private static TemporaryFolder lock(Path path) throws IOException {
        Path file = path.resolve(LOCK);
        FileChannel channel;
        try {
            channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (NoSuchFileException removed) {
            return null;
        }
        boolean locked;
        try {
            locked = channel.tryLock() != null && Files.exists(file);
        } catch (IOException noLocks) {
            // Then no other process can lock it either, and all leave it alone.
            locked = true;
        }
        if (locked) {
            return new TemporaryFolder(path, channel);
        }
        channel.close();
        return null;
    }

    /** Where it is. */
    public Path path() {
        return path;
    }

    /** Spares the folders of this process, which another class loader may be using. */
    private void removeLeftOver() {
        String own = process();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(path.getParent(), "dicechess-*-*-*")) {
            UserPrincipal user = Files.getOwner(path);
            for (Path folder : folders) {
                if (!folder.getFileName().toString().startsWith(own)) {
                    removeIfLeft(folder, user);
                }
            }
        } catch (IOException | DirectoryIteratorException unreadable) {
            // None was found.
        }
    }

    private static void removeIfLeft(Path folder, UserPrincipal user) {
        try {
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                    || !Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(user)) {
                return;
            }
            try (FileChannel channel = FileChannel.open(
                            folder.resolve(LOCK), StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                    FileLock lock = channel.tryLock()) {
                if (lock != null) {
                    empty(folder);
                }
            } catch (NoSuchFileException unlocked) {
                // Its process was killed before the first file or after the last: it is empty.
            }
            Files.delete(folder);
        } catch (IOException inUse) {
            // Its process will remove it.
        }
    }

    /** Removes the files of a folder, the lock last: a folder without it is empty. */
    private static void empty(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                if (!file.endsWith(LOCK)) {
                    Files.delete(file);
                }
            }
        }
        Files.delete(folder.resolve(LOCK));
    }

    /**
     * Removes the folder with its files. A library in use needs its file no longer, so that nothing is left if the
     * process is killed; Windows keeps it to the end.
     */
    @Override
    public void close() {
        try {
            empty(path);
            lock.close();
            Files.delete(path);
        } catch (IOException exception) {
            for (Path file : leftFiles()) {
                file.toFile().deleteOnExit();
            }
        }
    }

    /** The folder and then what is in it: the order is turned round when the virtual machine ends. */
    private List<Path> leftFiles() {
        try (var files = Files.walk(path)) {
            return files.toList();
        } catch (IOException unreadable) {
            return List.of();
        }
    }
}
